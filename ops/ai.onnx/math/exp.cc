// Exp: output = e^input, elementwise.
//   1, 6, 13  13: bfloat16
#include "engine/numerics.h"

namespace etalon::exp_operator {
namespace {

Values exp(const Call& call) {
  const Tensor& input = call.tensor("input");
  return {Tensor::of(input.dtype(), xt::exp(input.as<double>()))};
}

const Operator op("Exp", {{1, exp}, {6, exp}, {13, exp}});

}  // namespace
}  // namespace etalon::exp_operator
