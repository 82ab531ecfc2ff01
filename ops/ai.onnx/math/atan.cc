// Atan: output = arctan(input), elementwise, in radians.
//   7, 22     22: bfloat16
#include "engine/numerics.h"

namespace etalon::atan_operator {
namespace {

Values atan(const Call& call) {
  const Tensor& input = call.tensor("input");
  return {Tensor::of(input.dtype(), xt::atan(input.as<double>()))};
}

const Operator op("Atan", {{7, atan}, {22, atan}});

}  // namespace
}  // namespace etalon::atan_operator
