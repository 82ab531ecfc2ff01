// Acosh: output = arcosh(input), elementwise; NaN below 1.
//   9, 22     22: bfloat16
#include "engine/numerics.h"

namespace etalon::acosh_operator {
namespace {

Values acosh(const Call& call) {
  const Tensor& input = call.tensor("input");
  return {Tensor::of(input.dtype(), xt::acosh(input.as<double>()))};
}

const Operator op("Acosh", {{9, acosh}, {22, acosh}});

}  // namespace
}  // namespace etalon::acosh_operator
