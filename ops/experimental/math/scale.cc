// Scale: output = scale · input, elementwise.
//   1         experimental
#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

Values scale(const Call& call) {
  const Tensor& input = call.tensor("input");
  return {Tensor::of(input.dtype(), call.real("scale") * input.as<double>())};
}

const Operator op("Scale", scale, {1});

}  // namespace
}  // namespace etalon
