// Scale: output = scale · input, elementwise.
//   1         experimental
#include "engine/numerics/numerics.h"

namespace etalon::scale_operator {
namespace {

Values scale_1(const Call& call) {
  const Tensor& input = call.tensor("input");
  return {Tensor::of(input.dtype(), call.real("scale") * input.as<double>())};
}

const Operator op("Scale", {{1, scale_1}});

}  // namespace
}  // namespace etalon::scale_operator
