// Tan: output = tan(input), elementwise, in radians.
//   7, 22     22: bfloat16
#include "engine/numerics.h"

namespace etalon::tan_operator {
namespace {

Values tan(const Call& call) {
  const Tensor& input = call.tensor("input");
  return {Tensor::of(input.dtype(), xt::tan(input.as<double>()))};
}

const Operator op("Tan", {{7, tan}, {22, tan}});

}  // namespace
}  // namespace etalon::tan_operator
