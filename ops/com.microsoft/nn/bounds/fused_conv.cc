// FusedConv: the bounds and samples of its sums; of 3×3 kernels by Winograd's algorithms, too.
#include "ops/com.microsoft/nn/quick/fused_conv.h"
#include "engine/operators/rooms.h"
#include "ops/ai.onnx/nn/bounds/winograd.h"

namespace etalon {
namespace {

std::optional<Values> bounded_fused_conv(const Call& call) {
  const Tensor &X = call.tensor("X"), &W = call.tensor("W");
  const Window window = convolution_window(call, X, W);
  if (!is_winograd(window)) return std::nullopt;
  const Reals errors = winograd_bound(X, W, window, size_t(call.integer("group")));
  return fused_conv_product(call, window, [&]<class R>(R sum, size_t at) -> R {
    if constexpr (std::same_as<R, ArbBall>) sum.widen(errors.data()[at]);
    return sum;
  });
}

std::optional<Values> sampled_fused_conv(const Call& call) {
  const Tensor &X = call.tensor("X"), &W = call.tensor("W");
  const Window window = convolution_window(call, X, W);
  const auto errors = winograd_sample(X, W, window, size_t(call.integer("group")));
  return fused_conv_product(call, window, [&]<class R>(const R& sum, size_t at) -> R {
    return errors ? R(sum + R(errors->data()[at])) : sum;
  });
}

const Bounds op("FusedConv", bounded_fused_conv);
const Sampled sampled_fused_convs("FusedConv", sampled_fused_conv);

}  // namespace
}  // namespace etalon
