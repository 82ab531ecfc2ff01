// Sinh: output = sinh(input), elementwise.
//   9, 22     22: bfloat16
#include "engine/numerics.h"

namespace etalon::sinh_operator {
namespace {

Values sinh(const Call& call) {
  const Tensor& input = call.tensor("input");
  return {Tensor::of(input.dtype(), xt::sinh(input.as<double>()))};
}

const Operator op("Sinh", {{9, sinh}, {22, sinh}});

}  // namespace
}  // namespace etalon::sinh_operator
