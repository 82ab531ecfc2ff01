// Validation of one node against its operator's schema or the function that it calls.
#pragma once

#include "engine/operators/model.h"

namespace etalon {

// The model that contains a node and, if the node is in a function, that function.
struct NodeContext {
  const Model& model;
  const Function* function;  // nullptr outside functions
};

// Throws InvalidModel for an operator, attribute, type or count that the opset does not have;
// Unsupported for a domain that has neither schemas nor a function, for an operator that an
// open-ended domain's schemas lack, for an attribute's value that is not supported, and, at an
// opset that is_newer, for what the newest known version does not have.
void check_node(const Node& node, const NodeContext& context);

// Throws InvalidModel for opsets below 1.
void check_opsets(const Opsets& opsets);

// True for an opset of a known domain that is newer than Etalon's schemas.
bool is_newer(std::string_view domain, int64_t opset);
// Throws Unsupported, saying that the node's opset is_newer: a version of its operator that Etalon
// does not know may permit what `refusal` says that the newest known version does not.
[[noreturn]] void refuse_newer(const Node& node, const Error& refusal);

// "ai.onnx", "'com.example'".
std::string shown_domain(const std::string& domain);

}  // namespace etalon
