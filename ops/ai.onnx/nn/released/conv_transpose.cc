// ConvTranspose with the greater half of an odd padding before Y for SAME_UPPER, after it
// otherwise.
#include "ops/ai.onnx/nn/conv_transpose.h"
#include "engine/formula.h"
#include "engine/operators/rooms.h"
#include "engine/values/evaluation.h"
#include "ops/ai.onnx/nn/landings.h"

namespace etalon {
namespace {

Values conv_transpose(const Call& call) {
  const bool is_upper = call.text("auto_pad", "NOTSET") == "SAME_UPPER";
  const Window window = transposed_window(call, !is_upper);
  const size_t group = group_of(call, call.tensor("X"), call.tensor("W"));
  if (!evaluation().plain) {
    if (const auto Y = convolved_transposed(call, window)) return {*Y};
  }
  const Reader X(by_channels(call.tensor("X"))), W(by_channels(call.tensor("W")));
  const Reader B(call.maybe("B"));
  const size_t N = X.dim(0), C = X.dim(1) / group, M = W.dim(1);  // C and M of one group
  if (B) require_bias(call.tensor("B"), group * M);
  const auto element = [&]<class R>(size_t n, size_t m, size_t y) -> R {
    const std::vector<Landing> landings = landings_at(window, y);
    Sum<R> sum;
    for (size_t c = m / M * C; c < (m / M + 1) * C; ++c) {
      for (const auto& [i, k] : landings) sum.add(X.at<R>(n, c, i) * W.at<R>(c, m % M, k));
    }
    if (!B) return sum.result();
    const bool none = C == 0 || landings.empty();
    return none ? B.at<R>(m) : sum.result() + B.at<R>(m);
  };
  const Shape shape = transposed_shape(N, group * M, window);
  const size_t outputs = split_at(shape, 2).after;
  return {each_output(call.tensor("X").dtype(), {N, group * M, outputs}, element).reshaped(shape)};
}

const Released op("ConvTranspose", {"convtranspose-same-lower"}, conv_transpose);

}  // namespace
}  // namespace etalon
