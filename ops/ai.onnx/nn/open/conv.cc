// Conv.
#include <algorithm>

#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"
#include "ops/ai.onnx/nn/bounds/winograd.h"

namespace etalon {
namespace {

void no_terms(const Call& call) {
  at_point("empty", call.tensor("X").size() == 0 && call.tensor("W").size() == 0);
}

// The output channels that have a weight that is NaN, of Y's shape.
Bools channels_with_nan(const Tensor& Y, const Tensor& W) {
  const Bools is_nan = nans(W);
  const size_t channels = W.dim(0), weights = W.size() / channels;
  const size_t outputs = split_at(Y.shape(), 2).after;
  Bools result = empty_array<bool>(Y.shape());
  for (size_t i = 0; i < result.size(); ++i) {
    const auto first =
        is_nan.begin() + static_cast<std::ptrdiff_t>(i / outputs % channels * weights);
    result.data()[i] = std::any_of(first, first + static_cast<std::ptrdiff_t>(weights),
                                   [](bool each) { return each; });
  }
  return result;
}

// A weight that is infinite or NaN gives NaN over a 0 of the padding, or counts for nothing if what
// lies in the padding is left out.
Tensor padding_left_out(const Opening& open) {
  const Tensor& X = open.call.tensor("X");
  const Tensor& W = open.call.tensor("W");
  const Reals w = W.as<double>();
  const Bools finite = xt::isfinite(w);
  if (xt::all(finite)) return open.Y;
  const auto weights = [&](const Reals& values) { return Tensor::decided(X.dtype(), values); };
  // How many such weights fall on elements of X.
  const Tensor hits = open.again({{"X", weights(full(X.shape(), 1.0))},
                                  {"W", weights(xt::where(finite, 0.0, xt::ones_like(w)))},
                                  {"B", Value()}});
  const Bools padding = nans(open.Y) && xt::equal(hits.as<double>(), 0.0);
  const Bools has_nan = channels_with_nan(open.Y, W);
  const auto left_out = [&] {
    return open.again({{"W", weights(xt::where(finite, w, xt::zeros_like(w)))}});
  };
  const std::vector<Option> others{{"left_out", left_out}};
  const Tensor Y = choice(
      open.Y, "padding_times_infinity", [&] { return Bools(padding && !has_nan); }, "zeros",
      others);
  return choice(
      Y, "padding_times_nan", [&] { return Bools(padding && has_nan); }, "zeros", others);
}

// Winograd's algorithms have greater steps than the sums of products.
Tensor winograd_overflow(const Opening& open) {
  const Tensor &X = open.call.tensor("X"), &W = open.call.tensor("W");
  const Window window = convolution_window(open.call, X, W);
  if (!is_winograd(window)) return open.Y;
  return step_or_exact(open.Y, "overflow", [&] {
    return winograd_steps(X, W, window, size_t(open.call.integer("group")));
  });
}

void sums(Opening& open) {
  open.Y = open_sums(open, {"X", "W"}, {"B"});
  open.Y = winograd_overflow(open);
  open.Y = padding_left_out(open);
}

const Open op("Conv", no_terms, sums);

}  // namespace
}  // namespace etalon
