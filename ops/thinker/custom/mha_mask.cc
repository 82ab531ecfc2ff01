// MhaMask: output[b, h, w] = input[b, h, w] where w − window_width ≤ h ≤ w, mask[b, w] ≠ 0, and
// mask[b, h] ≠ 0 if there is one; forward_val elsewhere.
//   1   backward_val has no meaning
#include "engine/operators/operator.h"

namespace etalon::thinker {
namespace {

Values mha_mask(const Call& call) {
  Reals output = call.tensor("input").as<double>();
  const Reals mask = call.tensor("mask").as<double>();
  if (output.dimension() != 3 || mask.shape() != Shape{output.shape()[0], output.shape()[2]}) {
    throw InvalidInput("input of shape {} and mask of shape {} are not [B, H, W] and [B, W]",
                       to_string(output.shape()), to_string(mask.shape()));
  }
  const int64_t window_width = call.integer("window_width");
  const double forward_val = call.real("forward_val");
  const auto H = static_cast<int64_t>(output.shape()[1]);
  const auto W = static_cast<int64_t>(output.shape()[2]);
  for (size_t b = 0; b < output.shape()[0]; ++b) {
    const double* seen = mask.data() + b * size_t(W);
    double* at = output.data() + b * size_t(H * W);
    for (int64_t h = 0; h < H; ++h) {
      for (int64_t w = 0; w < W; ++w, ++at) {
        const bool kept =
            w - h <= window_width && h <= w && seen[w] != 0 && (h >= W || seen[h] != 0);
        if (!kept) *at = forward_val;
      }
    }
  }
  return {Tensor::of(call.tensor("input").dtype(), output)};
}

const Operator op("MhaMask", mha_mask, {1}, "thinker");

}  // namespace
}  // namespace etalon::thinker
