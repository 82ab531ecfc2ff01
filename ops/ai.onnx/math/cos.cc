// Cos: output = cos(input), elementwise, in radians.
//   7, 22     22: bfloat16
#include "engine/numerics.h"

namespace etalon::cos_operator {
namespace {

Values cos(const Call& call) {
  const Tensor& input = call.tensor("input");
  return {Tensor::of(input.dtype(), xt::cos(input.as<double>()))};
}

const Operator op("Cos", {{7, cos}, {22, cos}});

}  // namespace
}  // namespace etalon::cos_operator
