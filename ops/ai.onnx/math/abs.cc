// Abs: Y = |X|, elementwise; a signed integer's lowest value stays, as negation wraps.
//   1, 6, 13  6: integers; 13: bfloat16
#include "engine/operators/choice.h"
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

template <class T>
T magnitude(const T& x) {
  if constexpr (std::is_integral_v<T>) {
    return x < T{0} ? -x : x;
  } else {
    return real::abs(x);
  }
}

Values abs(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor Y = arithmetic(X, [](const auto& x) { return magnitude(x); });
  return {wrap_or_saturate(Y, "int_min", [&] { return Reals(xt::abs(X.as<double>())); })};
}

const Operator op("Abs", abs, {1, 6, 13});

}  // namespace
}  // namespace etalon
