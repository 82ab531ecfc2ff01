// MhaMask: a band of attention scores, of what is not masked.
//
//   output[b, h, w] = input[b, h, w] where w − window_width ≤ h ≤ w, mask[b, w] ≠ 0, and
//                     mask[b, h] ≠ 0 if there is such an h; forward_val elsewhere
//
//   1   backward_val is not used
#include "engine/numerics/numerics.h"

namespace etalon::thinker {
namespace {

Values mha_mask(const Call& call) {
  Reals output = call.tensor("input").as<double>();
  const Bools mask = xt::not_equal(call.tensor("mask").as<double>(), 0.0);
  if (output.dimension() != 3 || mask.shape() != Shape{output.shape()[0], output.shape()[2]}) {
    throw InvalidInput("input of shape {} and mask of shape {} are not [B, H, W] and [B, W]",
                       to_string(output.shape()), to_string(mask.shape()));
  }
  const int64_t window_width = call.integer("window_width");
  const double forward_val = call.real("forward_val");
  const size_t W = output.shape()[2];
  each_index(output.shape(), [&](const Shape& index) {
    const size_t b = index[0], h = index[1], w = index[2];
    const bool in_band = h <= w && static_cast<int64_t>(w - h) <= window_width;
    const bool kept = in_band && mask(b, w) && (h >= W || mask(b, h));
    if (!kept) output(b, h, w) = forward_val;
  });
  return {Tensor::of(call.tensor("input").dtype(), output)};
}

const Operator op("MhaMask", mha_mask, {1}, "thinker");

}  // namespace
}  // namespace etalon::thinker
