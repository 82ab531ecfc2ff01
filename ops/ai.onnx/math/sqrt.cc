// Sqrt: Y = √X, elementwise; NaN below 0.
//   1, 6, 13  13: bfloat16
#include "engine/operators/choice.h"
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

Values sqrt(const Call& call) {
  const Tensor& X = call.tensor("X");
  return {either_zero(each(X, [](const auto& x) { return real::sqrt(x); }), "negative_zero")};
}

const Operator op("Sqrt", sqrt, {1, 6, 13});

}  // namespace
}  // namespace etalon
