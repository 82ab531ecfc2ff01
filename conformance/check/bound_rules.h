// Rules for the bounds of each operator's outputs (conformance/check/bounds.h).
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/check/rounded_node.h"

namespace etalon {

// The bounds of the node's outputs by position; outputs past the last have none.
using BoundRule = std::function<std::vector<Bound>(const RoundedNode&)>;
using BoundRules = std::map<std::string, BoundRule, std::less<>>;

BoundRules linear_bound_rules();       // sums, products, convolutions, averages
BoundRules elementwise_bound_rules();  // and what picks the greatest or least
BoundRules movement_bound_rules();
BoundRules normalization_bound_rules();

// The rule of an operator of the domain ai.onnx; nullptr when there is none.
const BoundRule* bound_rule(std::string_view op_type);
// Outputs depend on the inputs' shapes alone, or on nothing.
bool ignores_values(std::string_view op_type);

}  // namespace etalon
