// Cases from calls written as the project's own cases are (conformance/own_cases.h).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "conformance/generate/draw.h"
#include "conformance/generate/one_node.h"

namespace etalon {

struct WrittenCall {
  std::string name;  // empty for a document that is one call
  NodeCall call;
};

// The calls of a document: {"domain", "operator", …} with the fields of one case, or with a list
// "cases" of them. In place of "opset", "version" names one version of the operator. An input
// without "data" is drawn. "outputs" is the number of outputs, or a list with null where one is
// not wanted; without it they are those that the schema requires. Throws InvalidInput.
std::vector<WrittenCall> written_calls(const nlohmann::json& document, Draw& draw);

}  // namespace etalon
