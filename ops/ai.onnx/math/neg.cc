// Neg: Y = -X, elementwise; integers wrap.
//   1, 6, 13  6: signed integers; 13: bfloat16
#include "engine/numerics/elementwise.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

Values neg(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor Y = arithmetic(X, []<class T>(const T& x) -> T { return -x; });
  return {wrap_or_saturate(Y, "int_min", [&] { return Reals(-X.as<double>()); })};
}

const Operator op("Neg", neg, {1, 6, 13});

}  // namespace
}  // namespace etalon
