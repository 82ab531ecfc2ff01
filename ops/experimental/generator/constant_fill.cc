// ConstantFill: a tensor of type dtype whose every element is `value`. Its shape is `shape`; or the
// input's shape or, with input_as_shape, the input's values, and then extra_shape.
//   1         experimental
#include "engine/formula.h"
#include "ops/experimental/generator/fill.h"

namespace etalon {
namespace {

DType type_to_fill(const Call& call) {
  const int64_t dtype = call.integer("dtype");
  for (const DType type : {DType::float32, DType::int32, DType::int64, DType::boolean,
                           DType::float16, DType::float64}) {
    if (dtype == static_cast<int64_t>(type)) return type;
  }
  throw InvalidInput("dtype is {}, which ConstantFill does not make", dtype);
}

Values constant_fill(const Call& call) {
  const Tensor value = scalar(DType::float32, call.real("value"));
  const Shape shape = filled_shape(call, call.maybe("input"));
  return {broadcast_to(cast(value, type_to_fill(call)), shape)};
}

const Operator op("ConstantFill", constant_fill, {1});

}  // namespace
}  // namespace etalon
