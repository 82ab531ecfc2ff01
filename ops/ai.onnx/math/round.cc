// Round: Y = the nearest integer to X, halves to the even one; ±0, ±∞ and NaN stay.
//   11, 22    22: bfloat16
#include "engine/operators/choice.h"
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

Values round(const Call& call) {
  const Tensor& X = call.tensor("X");
  return {either_zero(each(X, [](const auto& x) { return real::rint(x); }), "zero_result")};
}

const Operator op("Round", round, {11, 22});

}  // namespace
}  // namespace etalon
