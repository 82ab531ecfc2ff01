// Concat: concat_result = inputs joined along `axis`.
//   1         axis 1 by default
//   4         axis is required; more types
//   11, 13    11: negative axes; 13: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values join(const Call& call, int64_t axis) {
  const std::vector<Tensor> inputs = call.variadic("inputs");
  return {concat(inputs, axis_index(axis, inputs.at(0).rank()))};
}

Values concat_1(const Call& call) { return join(call, call.integer("axis", 1)); }
Values concat_4(const Call& call) { return join(call, call.integer("axis")); }

const Operator op("Concat", {{concat_1, {1}}, {concat_4, {4, 11, 13}}});

}  // namespace
}  // namespace etalon
