// Conv: the bounds of its sums, from the norms of rows and columns, and samples of them; of 3×3
// kernels by Winograd's algorithms, too.
#include "engine/values/side.h"
#include "ops/ai.onnx/kept_sums.h"
#include "ops/ai.onnx/nn/bounds/winograd.h"
#include "ops/ai.onnx/nn/quick/convolved.h"

namespace etalon {
namespace {

std::optional<Values> bounded_conv(const Call& call) {
  const Tensor &X = call.tensor("X"), &W = call.tensor("W");
  const Window window = convolution_window(call, X, W);
  const size_t group = size_t(call.integer("group"));
  const Tensor Y = kept_sums(convolve(X, W, call.maybe("B"), window, group));
  if (!is_winograd(window)) return Values{Y};
  return Values{with_errors(Y, Reals(errors_of(Y) + winograd_bound(X, W, window, group)))};
}

std::optional<Values> sampled_conv(const Call& call) {
  const Tensor &X = call.tensor("X"), &W = call.tensor("W"), *B = call.maybe("B");
  const Window window = convolution_window(call, X, W);
  const size_t group = size_t(call.integer("group"));
  const std::optional<Reals> errors = winograd_sample(X, W, window, group);
  if (!errors) return Values{kept_samples(convolve(X, W, B, window, group))};
  const Reals b = filled_by_channel(output_shape(X.dim(0), W.dim(0), window), B);
  const Tensor Y =
      convolution(X, W, window, group).rounded([&]<class R>(const R& sum, size_t at) -> R {
        const R y = sum + R(errors->data()[at]);
        return B ? R(y + R(b.data()[at])) : y;
      });
  return Values{kept_samples(Y)};
}

const Bounds op("Conv", bounded_conv);
const Sampled sampled_convs("Conv", sampled_conv);

}  // namespace
}  // namespace etalon
