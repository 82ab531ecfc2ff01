// Caffe2ConvTranspose: Y[n, m, i·strides + k·dilations − pads] = bias[m] + Σ X[n, c, i] ·
// filter[c, m, k], each product added wherever it lands within Y. C and M fall into `group` parts.
// Along each axis Y has strides·(X − 1) + extent − pads elements.
//   1         experimental
#include "engine/formula.h"
#include "ops/ai.onnx/nn/transposed_window.h"

namespace etalon {
namespace {

Values caffe2_conv_transpose(const Call& call) {
  Window window = covering_window(call, call.tensor("X"), call.tensor("filter"));
  for (Sliding& s : window) cut_pads(s);
  const size_t groups = group_of(call, call.tensor("X"), call.tensor("filter"));
  const Reader X(by_channels(call.tensor("X"))), filter(by_channels(call.tensor("filter")));
  const Reader bias(call.maybe("bias"));
  const size_t N = X.dim(0), C = X.dim(1) / groups, M = filter.dim(1);  // C and M of one group
  if (bias) require_bias(call.tensor("bias"), M * groups);
  const std::vector<std::vector<Landing>> lands = landings(window);  // on each element of Y
  const auto element = [&]<class R>(size_t n, size_t m, size_t y) -> R {
    Sum<R> sum;
    if (bias) sum.add(bias.at<R>(m));
    for (size_t c = m / M * C; c < (m / M + 1) * C; ++c) {
      for (const auto& [i, k] : lands[y]) sum.add(X.at<R>(n, c, i) * filter.at<R>(c, m % M, k));
    }
    return sum.result();
  };
  const Shape shape = transposed_shape(N, M * groups, window);
  return {each_output(call.tensor("X").dtype(), {N, M * groups, lands.size()}, element)
              .reshaped(shape)};
}

const Operator op("Caffe2ConvTranspose", caffe2_conv_transpose, {1});

}  // namespace
}  // namespace etalon
