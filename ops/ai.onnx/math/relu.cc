// Relu: Y = max(0, X), elementwise.
//   1, 6, 13  13: bfloat16
//   14        signed integers
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon::relu_operator {
namespace {

template <class T>
T rectified(T x) {
  return maximum(T{0}, x);
}

Values relu(const Call& call) {
  const Tensor& X = call.tensor("X");
  return {numeric(X.dtype(), [&]<class T>() {
    return Tensor::of(X.dtype(), xt::vectorize(rectified<T>)(X.as<T>()));
  })};
}

const Operator op("Relu", {{1, relu}, {6, relu}, {13, relu}, {14, relu}});

}  // namespace
}  // namespace etalon::relu_operator
