// Cosh: output = cosh(input), elementwise.
//   9, 22     22: bfloat16
#include "engine/numerics.h"

namespace etalon::cosh_operator {
namespace {

Values cosh(const Call& call) {
  const Tensor& input = call.tensor("input");
  return {Tensor::of(input.dtype(), xt::cosh(input.as<double>()))};
}

const Operator op("Cosh", {{9, cosh}, {22, cosh}});

}  // namespace
}  // namespace etalon::cosh_operator
