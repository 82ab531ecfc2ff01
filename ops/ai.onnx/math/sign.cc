// Sign: output = 1 where input > 0, -1 where input < 0, input itself where it is ±0 or NaN.
//   9, 13     13: bfloat16
#include "engine/operators/choice.h"
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

template <class T>
T sign_of(const T& x) {
  return x > T(0) ? T(1) : x < T(0) ? T(-1) : x;
}

Values sign(const Call& call) {
  const Tensor& input = call.tensor("input");
  const Tensor output = arithmetic(input, [](const auto& x) { return sign_of(x); });
  return {either_zero(anything(output, "nan", [&] { return nans(input); }), "negative_zero")};
}

const Operator op("Sign", sign, {9, 13});

}  // namespace
}  // namespace etalon
