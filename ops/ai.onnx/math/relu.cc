// Relu: Y = max(0, X), elementwise.
//   1, 6, 13  13: bfloat16
//   14        signed integers
#include "engine/numerics/elementwise.h"

namespace etalon {
namespace {

template <class T>
T rectified(T x) {
  return maximum(T{0}, x);
}

Values relu(const Call& call) {
  const Tensor& X = call.tensor("X");
  return {arithmetic(X.dtype(), [&]<class T>() {
    return elementwise<T>(X.dtype(), X, [](T x) { return rectified(x); });
  })};
}

const Operator op("Relu", relu, {1, 6, 13, 14});

}  // namespace
}  // namespace etalon
