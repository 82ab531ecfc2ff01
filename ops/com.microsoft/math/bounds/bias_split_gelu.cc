// BiasSplitGelu with 1 + erf(z), as the text of Gelu has it.
#include "ops/com.microsoft/math/bias_split_gelu.h"
#include "engine/operators/rooms.h"
#include "engine/values/evaluation.h"
#include "ops/ai.onnx/math/bounds/gelu.h"

namespace etalon {
namespace {

std::optional<Values> bounded_bias_split_gelu(const Call& call) {
  const BiasHalves of(call);
  const auto sum = [](const Tensor& X, const Tensor& bias) {
    return Array<ArbBall>(elements_of<ArbBall>(X) +
                          elements_of<ArbBall>(broadcast_to(bias, X.shape())));
  };
  Array<ArbBall> Y = sum(of.left, of.left_bias);
  const Array<ArbBall> right = sum(of.right, of.right_bias);
  for (size_t i = 0; i < Y.size(); ++i) {
    ArbBall& y = Y.data()[i];
    y = over_paths_or_unknown(
        [&]() -> ArbBall { return y * bounds::gelu_by_erf(right.data()[i]); });
  }
  return Values{rounded(call.tensor("X").dtype(), Y)};
}

std::optional<Values> bias_split_gelu_samples(const Call& call) {
  if (!evaluation().sampled->fused()) return std::nullopt;
  return Values{BiasHalves(call).gated([](const auto& x) { return samples::gelu_by_erf(x); })};
}

const Sampled sampled_gelu("BiasSplitGelu", bias_split_gelu_samples);
const Bounds op("BiasSplitGelu", bounded_bias_split_gelu);

}  // namespace
}  // namespace etalon
