// BiasSplitGelu: Y = left · Gelu(right), where left and right are the halves of X + bias along the
// last axis, and Gelu(x) = x / 2 · (1 + erf(x / √2)).
//   1
// The text has “the Gelu activation”, and does not say whether tanh may approximate it. onnxruntime
// 1.32.0 has no CPU kernel of it.
#include "ops/com.microsoft/math/bias_split_gelu.h"
#include "ops/ai.onnx/math/gelu.h"

namespace etalon {
namespace {

Values bias_split_gelu(const Call& call) {
  return {BiasHalves(call).gated([](const auto& x) { return gelu_by_erf(x); })};
}

const Operator op("BiasSplitGelu", bias_split_gelu, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
