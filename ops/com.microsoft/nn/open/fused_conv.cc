// FusedConv: sums whose steps may exceed the type, of which the activation makes anything; and Z
// and activation_params, of which the text has the names alone.
#include "engine/formula.h"
#include "engine/numerics/convolution.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

Reals magnitude(const Tensor& X) { return xt::abs(X.as<double>()); }

void open_sums_of_fused_conv(Opening& open) {
  const Call& call = open.call;
  const Tensor &X = call.tensor("X"), &W = call.tensor("W");
  open.Y = no_result(open.Y, "overflow", [&] {
    Reals steps = convolve(magnitude(X), magnitude(W), convolution_window(call, X, W),
                           size_t(call.integer("group")));
    steps = steps + xt::abs(filled_by_channel(steps.shape(), call.maybe("B")));
    if (const Tensor* Z = call.maybe("Z")) steps = steps + magnitude(*Z);
    const Reals exceeding = beyond(X.dtype(), steps);
    return Bools(exceeding > 0.0);
  });
  const bool silent = call.maybe("Z") || !call.reals("activation_params").empty();
  open.Y = no_result(open.Y, "undescribed", [&] { return full(open.Y.shape(), silent); });
}

const Open op("FusedConv", open_sums_of_fused_conv);

}  // namespace
}  // namespace etalon
