#include "conformance/check/bound_rules.h"

#include <algorithm>

namespace etalon {

const BoundRule* bound_rule(std::string_view op_type) {
  static const BoundRules all = [] {
    BoundRules rules = linear_bound_rules();
    rules.merge(elementwise_bound_rules());
    rules.merge(movement_bound_rules());
    rules.merge(normalization_bound_rules());
    return rules;
  }();
  const auto found = all.find(op_type);
  return found == all.end() ? nullptr : &found->second;
}

bool ignores_values(std::string_view op_type) {
  constexpr std::string_view names[] = {"Constant", "ConstantOfShape", "EyeLike", "Shape", "Size"};
  return std::find(std::begin(names), std::end(names), op_type) != std::end(names);
}

}  // namespace etalon
