// Atanh: output = artanh(input), elementwise; ±∞ at ±1, NaN beyond.
//   9, 22     22: bfloat16
#include "engine/numerics.h"

namespace etalon::atanh_operator {
namespace {

Values atanh(const Call& call) {
  const Tensor& input = call.tensor("input");
  return {Tensor::of(input.dtype(), xt::atanh(input.as<double>()))};
}

const Operator op("Atanh", {{9, atanh}, {22, atanh}});

}  // namespace
}  // namespace etalon::atanh_operator
