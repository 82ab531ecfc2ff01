// Abs: Y = |X|, elementwise; a signed integer's lowest value stays, as negation wraps.
//   1, 6, 13  6: integers; 13: bfloat16
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon::abs_operator {
namespace {

template <class T>
T magnitude(T x) {
  if constexpr (std::is_same_v<T, double>) return std::fabs(x);
  return x < T{0} ? -x : x;
}

Values abs_1(const Call& call) {
  const Tensor& X = call.tensor("X");
  return {numeric(X.dtype(), [&]<class T>() {
    return Tensor::of(X.dtype(), xt::vectorize(magnitude<T>)(X.as<T>()));
  })};
}

const Operator op("Abs", {{1, abs_1}, {6, abs_1}, {13, abs_1}});

}  // namespace
}  // namespace etalon::abs_operator
