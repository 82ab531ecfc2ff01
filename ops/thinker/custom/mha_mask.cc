// MhaMask: a band of attention scores, of what is not masked.
//
//   output[b, h, w] = input[b, h, w] where w − window_width ≤ h ≤ w, mask[b, w] ≠ 0, and
//                     mask[b, h] ≠ 0 if there is such an h; forward_val elsewhere
//
//   1   backward_val is not used
#include "engine/formula.h"

namespace etalon::thinker {
namespace {

Values mha_mask(const Call& call) {
  const Tensor& input = call.tensor("input");
  const Bools mask = xt::not_equal(call.tensor("mask").as<double>(), 0.0);
  if (input.rank() != 3 || mask.shape() != Shape{input.dim(0), input.dim(2)}) {
    throw InvalidInput("input of shape {} and mask of shape {} are not [B, H, W] and [B, W]",
                       to_string(input.shape()), to_string(mask.shape()));
  }
  const int64_t window_width = call.integer("window_width");
  const Tensor forward_val = scalar(input.dtype(), call.real("forward_val"));
  const size_t W = input.dim(2);
  Bools kept = empty_array<bool>(input.shape());
  each_index(input.shape(), [&](const Shape& index) {
    const size_t b = index[0], h = index[1], w = index[2];
    const bool in_band = h <= w && static_cast<int64_t>(w - h) <= window_width;
    kept(b, h, w) = in_band && mask(b, w) && (h >= W || mask(b, h));
  });
  return {choose(kept, input, forward_val)};
}

const Operator op("MhaMask", mha_mask, {1}, "thinker");

}  // namespace
}  // namespace etalon::thinker
