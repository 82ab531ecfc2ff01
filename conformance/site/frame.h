// The frame around every page of the site.
#pragma once

#include <string>

#include "conformance/reports/page/html.h"

namespace etalon::site {

struct PageFrame {
  std::string file;   // within the site: "operators/ai.onnx/Softmax.html"
  std::string title;  // of the window
  std::string body;   // markup of <main>
  std::string kind;   // the class of <main>: "board" is as wide as the window
};
// The whole page: head, navigation, <main>, script.
std::string whole_page(const PageFrame& frame);

}  // namespace etalon::site
