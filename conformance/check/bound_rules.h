// Rules that compute the bounds of an operator's outputs (conformance/check/bounds.h).
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/check/rounded_node.h"

namespace etalon {

// Returns the bounds of the node's outputs by position; further outputs have no bound.
using BoundRule = std::function<std::vector<Bound>(const RoundedNode&)>;
using BoundRules = std::map<std::string, BoundRule, std::less<>>;

BoundRules linear_bound_rules();       // sums, products, convolutions, averages
BoundRules elementwise_bound_rules();  // also Max, Min, MaxPool, …
BoundRules movement_bound_rules();
BoundRules normalization_bound_rules();

// The rule of an operator of the domain ai.onnx; nullptr when there is none.
const BoundRule* bound_rule(std::string_view op_type);
// True for operators whose outputs do not depend on the values of their inputs.
bool ignores_values(std::string_view op_type);

}  // namespace etalon
