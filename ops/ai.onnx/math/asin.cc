// Asin: output = arcsin(input), elementwise, in radians; NaN outside [-1, 1].
//   7, 22     22: bfloat16
#include "engine/numerics.h"

namespace etalon::asin_operator {
namespace {

Values asin(const Call& call) {
  const Tensor& input = call.tensor("input");
  return {Tensor::of(input.dtype(), xt::asin(input.as<double>()))};
}

const Operator op("Asin", {{7, asin}, {22, asin}});

}  // namespace
}  // namespace etalon::asin_operator
