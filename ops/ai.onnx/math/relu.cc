// Relu: Y = max(0, X), elementwise.
//   1, 6, 13  13: bfloat16
//   14        signed integers
#include "engine/numerics/elementwise.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

Values relu(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor Y = arithmetic(X, []<class T>(const T& x) -> T { return maximum(T(0), x); });
  if (!is_float(X.dtype())) return {Y};
  const auto zero = [&] { return Tensor::zeros(X.dtype(), {}); };
  // max(0, -0) may be either zero.
  const auto of_zero = [&] { return Bools(xt::equal(X.as<double>(), 0.0)); };
  return {choice(nan_or_number(Y, "nan", zero), "negative_zero", of_zero, "computed",
                 {{"plus", zero}, {"minus", [&] { return scalar(X.dtype(), -0.0); }}})};
}

const Operator op("Relu", relu, {1, 6, 13, 14});

}  // namespace
}  // namespace etalon
