// Conv: Y[n, m, o] = B[m] + Σ_c Σ_k W[m, c, k] · X[n, c, o·strides + k·dilations − pads], with X 0
// in the padding. M and C fall into `group` parts; c runs over the part of C that is like m's.
//   1, 11, 22   11: strides and dilations are 1 by default, as they were; 22: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values conv(const Call& call) {
  const Window window = convolution_window(call, call.tensor("X"), call.tensor("W"));
  const Reader X(by_channels(call.tensor("X"))), W(by_channels(call.tensor("W")));
  const Reader B(call.maybe("B"));
  const size_t N = X.dim(0), M = W.dim(0), C = W.dim(1);  // C of one group
  const size_t M_of_group = M / size_t(call.integer("group"));
  if (B) require_bias(call.tensor("B"), M);
  const Shape shape = output_shape(N, M, window);
  const auto element = [&]<class R>(size_t n, size_t m, size_t o) -> R {
    Sum<R> sum;
    if (B) sum.add(B.at<R>(m));
    for (const auto& [k, at] : kernel_reads(window, o)) {
      for (size_t c = 0; c < C; ++c) {
        sum.add(W.at<R>(m, c, k) * X.at_or_zero<R>(n, m / M_of_group * C + c, at));
      }
    }
    return sum.result();
  };
  const Tensor Y = each_output(call.tensor("X").dtype(), {N, M, split_at(shape, 2).after}, element);
  return {Y.reshaped(shape)};
}

const Operator op("Conv", conv, {1, 11, 22});

}  // namespace
}  // namespace etalon
