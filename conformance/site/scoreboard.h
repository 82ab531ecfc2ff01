// The page of operators by runtimes: a cell has the tally of its cases in the colour of the worst,
// and leads to them.
#pragma once

#include <map>
#include <string>

#include "conformance/site/operator_page.h"

namespace etalon::site {

// What the page's filters ask of an operator version.
struct ScoredVersion {
  std::string name;    // "Conv"
  std::string domain;  // "ai.onnx"
  std::string family;  // "math"
  std::string types;   // "float float16": the element types that it takes
  int since = 0;
  int until = 0;     // the version that replaces it; 0 where none does
  std::string page;  // the address of its section: "operators/ai.onnx/Conv.html#v11"
};
// By labels, "Conv-11".
using ScoredVersions = std::map<std::string, ScoredVersion>;
void add_versions(ScoredVersions& versions, const OperatorPage& page, const std::string& family);

// Of the newest release in data/scoreboard.
std::string scoreboard_page(const ScoredVersions& versions);

}  // namespace etalon::site
