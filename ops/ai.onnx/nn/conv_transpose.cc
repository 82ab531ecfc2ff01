// ConvTranspose: Y[n, m, i·strides + k·dilations − pads] = B[m] + Σ X[n, c, i] · W[c, m, k], each
// product added wherever it lands within Y. C and M fall into `group` parts. Along each axis Y has
// strides·(X − 1) + extent + output_padding − pads elements, or output_shape, or with SAME_*
// strides·X. The last two say how much padding there is; of an odd padding the greater half is
// after Y for SAME_UPPER, before it otherwise.
//   1           (its formula has those two swapped against its own description of auto_pad)
//   11, 22      output_padding below stride or dilation; 22: bfloat16
#include "ops/ai.onnx/nn/conv_transpose.h"
#include "engine/formula.h"
#include "ops/ai.onnx/nn/landings.h"

namespace etalon {
namespace {

Values conv_transpose(const Call& call) {
  const Window window = transposed_window(call);
  const size_t group = group_of(call, call.tensor("X"), call.tensor("W"));
  const Reader X(by_channels(call.tensor("X"))), W(by_channels(call.tensor("W")));
  const Reader B(call.maybe("B"));
  const size_t N = X.dim(0), C = X.dim(1) / group, M = W.dim(1);  // C and M of one group
  if (B) require_bias(call.tensor("B"), group * M);
  const Shape shape = transposed_shape(N, group * M, window);
  const auto element = [&]<class R>(size_t n, size_t m, size_t y) -> R {
    const std::vector<Landing> landings = landings_at(window, y);
    const size_t first = m / M * C;  // channel of m's group
    Sum<R> sum;
    for (size_t c = first; c < first + C; ++c) {
      for (const auto& [i, k] : landings) sum.add(X.at<R>(n, c, i) * W.at<R>(c, m % M, k));
    }
    if (!B) return sum.result();
    const bool none = C == 0 || landings.empty();
    return none ? B.at<R>(m) : sum.result() + B.at<R>(m);
  };
  const size_t outputs = split_at(shape, 2).after;
  const DType type = call.tensor("X").dtype();
  return {each_output(type, {N, group * M, outputs}, element).reshaped(shape)};
}

const Operator op("ConvTranspose", conv_transpose, {1, 11, 22});

}  // namespace
}  // namespace etalon
