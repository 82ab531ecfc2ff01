// ConstantOfShape: a tensor of shape `input` whose every element is `value` (default: float 0).
//   9, 20, 21, 23, 24, 25   more types each time
#include "engine/numerics/numerics.h"
#include "engine/operators/output_type.h"

namespace etalon::constant_of_shape_operator {
namespace {

Values constant_of_shape(const Call& call) {
  const Tensor& input = call.tensor("input");
  if (input.rank() != 1) throw InvalidInput("input has rank {}, not 1", input.rank());
  const Shape shape = to_shape(input.ints());
  if (!call.has("value")) return {Tensor::zeros(DType::float32, shape)};
  const Tensor& value = call.tensor_attribute("value");
  if (value.size() != 1) throw InvalidInput("value holds {} elements, not 1", value.size());
  check_output_type(call, value.dtype());
  return {broadcast_to(value.reshaped({}), shape)};
}

const Operator op("ConstantOfShape", {{9, constant_of_shape},
                                      {20, constant_of_shape},
                                      {21, constant_of_shape},
                                      {23, constant_of_shape},
                                      {24, constant_of_shape},
                                      {25, constant_of_shape}});

}  // namespace
}  // namespace etalon::constant_of_shape_operator
