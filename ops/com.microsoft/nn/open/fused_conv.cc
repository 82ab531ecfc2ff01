// FusedConv: sums whose steps may exceed the type, of which the activation makes what it does of an
// infinity or NaN; and Z and activation_params, of which the text has the names alone.
#include "engine/formula.h"
#include "engine/numerics/convolution.h"
#include "ops/ai.onnx/nn/bounds/winograd.h"
#include "ops/com.microsoft/activated.h"
#include "ops/com.microsoft/nn/fused_activation.h"

namespace etalon {
namespace {

Reals magnitude(const Tensor& X) { return xt::abs(X.as<double>()); }

// The sums, from these factors and addends; no Z where it is nullptr.
Reals sums_of(const Call& call, const Reals& X, const Reals& W, const Reals& B, const Tensor* Z) {
  const Window window = convolution_window(call, call.tensor("X"), call.tensor("W"));
  Reals sums = convolve(X, W, window, size_t(call.integer("group")));
  sums = sums + B;
  return Z ? Reals(sums + Z->as<double>()) : sums;
}

// Z may be added behind the activation, and two parameters may be the other way round.
void open_undescribed(Opening& open, const FusedActivation& activation) {
  const Call& call = open.call;
  const Tensor &X = call.tensor("X"), &W = call.tensor("W"), *Z = call.maybe("Z");
  if (!recorded_marks() || (!Z && call.reals("activation_params").size() < 2)) return;
  FusedActivation swapped = activation;
  std::swap(swapped.alpha, swapped.beta);
  const Reals B = filled_by_channel(open.Y.shape(), call.maybe("B"));
  const Reals before = sums_of(call, X.as<double>(), W.as<double>(), B, Z);
  const Reals alone = Z ? sums_of(call, X.as<double>(), W.as<double>(), B, nullptr) : before;
  const Reals added = Z ? Z->as<double>() : full(before.shape(), 0.0);
  const auto other = [&](const Reals& sums, const FusedActivation& f, bool behind) {
    Reals y = by_element(sums, [&](double sum) { return f(sum); });
    return Tensor::decided(X.dtype(), behind ? Reals(y + added) : y);
  };
  const bool turns = call.reals("activation_params").size() > 1;
  open.Y = choice(
      open.Y, "undescribed", [&] { return full(open.Y.shape(), true); }, "measured",
      {{"behind", [&] { return other(alone, activation, true); }},
       {"swapped", [&] { return other(before, turns ? swapped : activation, false); }},
       {"swapped_behind", [&] { return other(alone, turns ? swapped : activation, true); }}});
}

void open_sums_of_fused_conv(Opening& open) {
  const Call& call = open.call;
  const Tensor &X = call.tensor("X"), &W = call.tensor("W");
  const auto activation = FusedActivation::of_conv(call);
  const auto exceeding = [&] {
    const Reals B = xt::abs(filled_by_channel(open.Y.shape(), call.maybe("B")));
    Reals steps = sums_of(call, magnitude(X), magnitude(W), B, nullptr);
    if (const Tensor* Z = call.maybe("Z")) steps = steps + magnitude(*Z);
    const Window window = convolution_window(call, X, W);
    if (is_winograd(window)) {
      steps = xt::maximum(steps, winograd_steps(X, W, window, size_t(call.integer("group"))));
    }
    return Bools(beyond(X.dtype(), steps) > 0.0);
  };
  open_undescribed(open, activation);
  open.Y = activated_or_exact(open.Y, "overflow", exceeding, activation);
}

const Open op("FusedConv", open_sums_of_fused_conv);

}  // namespace
}  // namespace etalon
