// Binarizer: Y = 1 where X > threshold, else 0, elementwise; 0 for NaN.
//   1
#include "engine/formula.h"

namespace etalon {
namespace {

Values binarizer(const Call& call) {
  const Tensor& X = call.tensor("X");
  const double threshold = call.real("threshold");
  return {numeric(X.dtype(), [&]<class T>() {
    const auto Y = [&](T x) { return T(compared(x, threshold) > 0 ? 1 : 0); };
    return Tensor::decided(X.dtype(), by_element(X.as<T>(), Y));
  })};
}

const Operator op("Binarizer", binarizer, {1}, "ai.onnx.ml");

}  // namespace
}  // namespace etalon
