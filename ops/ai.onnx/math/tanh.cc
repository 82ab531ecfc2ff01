// Tanh: output = tanh(input), elementwise.
//   1, 6, 13  13: bfloat16
#include "engine/numerics.h"

namespace etalon::tanh_operator {
namespace {

Values tanh(const Call& call) {
  const Tensor& input = call.tensor("input");
  return {Tensor::of(input.dtype(), xt::tanh(input.as<double>()))};
}

const Operator op("Tanh", {{1, tanh}, {6, tanh}, {13, tanh}});

}  // namespace
}  // namespace etalon::tanh_operator
