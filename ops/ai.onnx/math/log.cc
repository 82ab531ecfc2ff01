// Log: output = ln(input), elementwise; -∞ at 0, NaN below.
//   1, 6, 13  13: bfloat16
#include "engine/numerics.h"

namespace etalon::log_operator {
namespace {

Values log(const Call& call) {
  const Tensor& input = call.tensor("input");
  return {Tensor::of(input.dtype(), xt::log(input.as<double>()))};
}

const Operator op("Log", {{1, log}, {6, log}, {13, log}});

}  // namespace
}  // namespace etalon::log_operator
