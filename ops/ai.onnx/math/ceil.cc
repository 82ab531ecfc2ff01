// Ceil: Y = ⌈X⌉, elementwise; ±0, ±∞ and NaN stay.
//   1, 6, 13  13: bfloat16
#include "engine/operators/choice.h"
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

Values ceil(const Call& call) {
  const Tensor& X = call.tensor("X");
  return {either_zero(each(X, [](const auto& x) { return real::ceil(x); }), "zero_result")};
}

const Operator op("Ceil", ceil, {1, 6, 13});

}  // namespace
}  // namespace etalon
