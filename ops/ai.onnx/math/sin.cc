// Sin: output = sin(input), elementwise, in radians.
//   7, 22     22: more types
#include "engine/numerics.h"

namespace etalon::sin_operator {
namespace {

Values sin(const Call& call) {
  const Tensor& input = call.tensor("input");
  return {Tensor::of(input.dtype(), xt::sin(input.as<double>()))};
}

const Operator op("Sin", {{7, sin}, {22, sin}});

}  // namespace
}  // namespace etalon::sin_operator
