// Acos: output = arccos(input), elementwise, in radians; NaN outside [-1, 1].
//   7, 22     22: bfloat16
#include "engine/numerics.h"

namespace etalon::acos_operator {
namespace {

Values acos(const Call& call) {
  const Tensor& input = call.tensor("input");
  return {Tensor::of(input.dtype(), xt::acos(input.as<double>()))};
}

const Operator op("Acos", {{7, acos}, {22, acos}});

}  // namespace
}  // namespace etalon::acos_operator
