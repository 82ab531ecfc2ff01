// Asinh: output = arsinh(input), elementwise.
//   9, 22     22: bfloat16
#include "engine/numerics.h"

namespace etalon::asinh_operator {
namespace {

Values asinh(const Call& call) {
  const Tensor& input = call.tensor("input");
  return {Tensor::of(input.dtype(), xt::asinh(input.as<double>()))};
}

const Operator op("Asinh", {{9, asinh}, {22, asinh}});

}  // namespace
}  // namespace etalon::asinh_operator
