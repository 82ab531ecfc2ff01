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
// open-ended domain's schemas lack, and for an attribute's value that is not supported.
void check_node(const Node& node, const NodeContext& context);

// Throws InvalidModel for opsets below 1, Unsupported for those newer than Etalon's schemas.
void check_opsets(const Opsets& opsets);

}  // namespace etalon
