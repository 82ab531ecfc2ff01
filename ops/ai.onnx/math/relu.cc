// Relu: Y = max(0, X), elementwise.
//   1, 6, 13  13: bfloat16
//   14        signed integers
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

template <class T>
T rectified(T x) {
  return maximum(T{0}, x);
}

Values relu(const Call& call) {
  const Tensor& X = call.tensor("X");
  return {numeric(X.dtype(), [&]<class T>() {
    return Tensor::of(X.dtype(), by_element(X.as<T>(), rectified<T>));
  })};
}

const Operator op("Relu", relu, {1, 6, 13, 14});

}  // namespace
}  // namespace etalon
