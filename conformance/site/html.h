// Parts of a page: elements as text, the frame around every page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conformance/reports/page/page.h"

namespace etalon::site {

// <tag>text</tag>; text of any origin is escaped.
std::string element(std::string_view tag, std::string_view text);
// The same around markup, with attributes such as ` class="minor"`.
std::string around(std::string_view tag, std::string_view markup, std::string_view attributes = "");
// Text in which words between backticks are code.
std::string words_markup(std::string_view text);
// Text of several lines, for <pre>.
std::string lines_markup(std::string_view text);
std::string link(std::string_view address, std::string_view text);
// Data for a script: <script type="application/json" id="…">.
std::string data_element(std::string_view id, const std::string& json);

// <table> from rows of cells that are markup; the first row is the head.
std::string table(const std::vector<std::vector<std::string>>& rows,
                  std::string_view attributes = "");

struct PageFrame {
  std::string file;   // within the site: "operators/ai.onnx/Softmax.html"
  std::string title;  // of the window
  std::string body;   // markup of <main>
};
// The whole page: head, navigation, <main>, script.
std::string whole_page(const PageFrame& frame);

// "../../" for a file two folders deep.
std::string to_root(std::string_view file);

}  // namespace etalon::site
