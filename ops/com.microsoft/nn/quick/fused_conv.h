// FusedConv as a matrix product of weights and patches, whose digits are decided sum by sum; where
// bounds are wanted, with the bounds of such sums.
#pragma once

#include "engine/formula.h"
#include "engine/numerics/convolution.h"
#include "ops/com.microsoft/nn/fused_activation.h"

namespace etalon {

// change(sum, position) is what is made of a sum of products before the bias is added.
template <class F>
Values fused_conv_product(const Call& call, const Window& window, F change) {
  const Tensor &X = call.tensor("X"), &W = call.tensor("W");
  const auto activation = FusedActivation::of_conv(call);
  const Shape shape = output_shape(X.dim(0), W.dim(0), window);
  const Tensor* Z = call.maybe("Z");
  if (Z) require_shape("Z", *Z, shape);
  const Reals B = filled_by_channel(shape, call.maybe("B"));
  const Reader z(Z);
  const Tensor Y = convolution(X, W, window, size_t(call.integer("group")))
                       .rounded([&]<class R>(const R& sum, size_t at) -> R {
                         const R biased = change(sum, at) + R(B.data()[at]);
                         return activation(z ? R(biased + z.at<R>(at)) : biased);
                       });
  return {Y.reshaped(shape)};
}

}  // namespace etalon
