// The scoreboard of runtimes: what each supports and gets right, by families and versions of
// operators; every number leads to its cases.
#pragma once

#include <map>
#include <string>

#include "conformance/site/operator_page.h"

namespace etalon::site {

// The family and opset of an operator version, by which the scoreboard groups, and the address of
// its section.
struct ScoredVersion {
  std::string family;  // "math"
  std::string opset;   // "13", "ai.onnx.ml 3"
  std::string page;    // "operators/ai.onnx/Conv.html#v11"
};
// By labels, "Conv-11".
using ScoredVersions = std::map<std::string, ScoredVersion>;
void add_versions(ScoredVersions& versions, const OperatorPage& page, const std::string& family);

// The page of the newest release in data/scoreboard (data/README.md has the form of its files).
std::string scoreboard_page(const ScoredVersions& versions);

}  // namespace etalon::site
