// GivenTensorFill: a tensor whose elements, in row-major order, are `values`. Its shape is
// attribute `shape`; or the input's shape or, with input_as_shape, the input's values, and then
// extra_shape. Its type is the input's if that is a float type, else float.
//   1         experimental
#include "ops/experimental/generator/fill.h"

namespace etalon {
namespace {

Values given_tensor_fill(const Call& call) {
  const Tensor* input = call.maybe("shape");
  const Shape shape = filled_shape(call, input);
  const std::vector<double> values = call.reals("values");
  if (values.size() != element_count(shape)) {
    throw InvalidInput("there are {} values for a shape of {}", values.size(), to_string(shape));
  }
  Reals X = empty_array<double>(shape);
  std::copy(values.begin(), values.end(), X.begin());
  return {Tensor::decided(input && is_float(input->dtype()) ? input->dtype() : DType::float32, X)};
}

const Operator op("GivenTensorFill", given_tensor_fill, {1});

}  // namespace
}  // namespace etalon
