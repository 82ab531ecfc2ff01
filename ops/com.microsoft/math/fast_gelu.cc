// FastGelu: Y = x / 2 · (1 + tanh(0.797885 · x + 0.035677 · x³)), elementwise, with x = X + bias;
// bias is added along the last axis.
//   1
#include "engine/formula.h"
#include "ops/ai.onnx/math/gelu.h"

namespace etalon {
namespace {

template <class R>
R by_tanh(const R& x) {
  const R z = R(797885) / 1'000'000 * x + R(35677) / 1'000'000 * x * x * x;
  return gelu_by_tanh(x, z);
}

Values fast_gelu(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor* bias = call.maybe("bias");
  if (!bias) return {each(X, [](const auto& x) { return by_tanh(x); })};
  require_rank_from("X", X, 1);
  require_shape("bias", *bias, {X.dim(X.rank() - 1)});
  return {each(X, *bias, []<class R>(const R& x, const R& b) -> R { return by_tanh(R(x + b)); })};
}

const Operator op("FastGelu", fast_gelu, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
