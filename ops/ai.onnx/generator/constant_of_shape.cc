// ConstantOfShape: a tensor of shape `input` whose every element is `value` (default: float 0).
//   9, 20, 21, 23, 24, 25   more types each time
#include "engine/formula.h"

namespace etalon {
namespace {

Values constant_of_shape(const Call& call) {
  const Tensor& input = call.tensor("input");
  require_rank("input", input, 1);
  const Shape shape = to_shape(input.ints());
  if (!call.has("value")) return {Tensor::zeros(DType::float32, shape)};
  const Tensor& value = call.tensor_attribute("value");
  if (value.size() != 1) throw InvalidInput("value holds {} elements, not 1", value.size());
  check_output_type(call, value.dtype());
  return {broadcast_to(value.reshaped({}), shape)};
}

const Operator op("ConstantOfShape", constant_of_shape, {9, 20, 21, 23, 24, 25});

}  // namespace
}  // namespace etalon
