// Cases from calls in the form of the project's own cases (conformance/cases/own_cases.h).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "conformance/generate/draw.h"
#include "conformance/generate/one_node.h"

namespace etalon {

struct WrittenCall {
  std::string name;  // empty if the document is a single call
  NodeCall call;
};

// The calls in a document: {"domain", "operator", …} with the fields of one case, or with a list
// "cases" of them. Instead of "opset", "version" may give one version of the operator. An input
// without "data" is drawn. "outputs" is the number of outputs, or a list with null for outputs that
// are left out; without it, the node has the outputs that the schema requires. Throws InvalidInput,
// also for an unknown key.
std::vector<WrittenCall> written_calls(const nlohmann::json& document, Draw& draw);

// The calls of a --node: a file, or JSON itself. Throws InvalidInput, and UsageError for text that
// begins like JSON but is not JSON.
std::vector<WrittenCall> read_calls(const std::string& node, Draw& draw);
// The file, or "--node": what messages name.
std::string place_of_calls(const std::string& node);

}  // namespace etalon
