// ConvTranspose: Y[n, m, i·strides + k·dilations − pads] = B[m] + Σ X[n, c, i] · W[c, m, k], each
// product added wherever it lands within Y. C and M fall into `group` parts. Along each axis Y has
// strides·(X − 1) + extent + output_padding − pads elements, or output_shape, or with SAME_*
// strides·X. The last two say how much padding there is; of an odd padding the greater half is
// after Y for SAME_UPPER, before it otherwise.
//   1           (its formula has those two swapped against its own description of auto_pad)
//   11, 22      output_padding below stride or dilation; 22: bfloat16
#include "engine/operators/choice.h"
#include "ops/ai.onnx/nn/transposed_convolution.h"

namespace etalon {
namespace {

void check_output_padding(const Call& call, const Sliding& s, int64_t output_padding) {
  if (call.since_version() >= 11 && output_padding >= std::max(s.stride, s.dilation)) {
    throw InvalidInput("output_padding {} is not below stride {} or dilation {}", output_padding,
                       s.stride, s.dilation);
  }
}

// Version 1 calls output_shape the shape of the output and leaves open whether N and M are part of
// it: both forms are taken.
std::vector<int64_t> spatial_output_shape(const Call& call, size_t n) {
  if (call.since_version() != 1 || call.ints("output_shape").size() != n + 2) {
    return axis_values(call, "output_shape", n, 0, 0);
  }
  const Shape whole = to_shape(call.ints("output_shape"));
  const size_t N = call.tensor("X").dim(0);
  const size_t M = call.tensor("W").dim(1) * size_t(call.integer("group"));
  if (whole[0] != N || whole[1] != M) {
    throw InvalidInput("output_shape begins with {}, {} where N is {} and M is {}", whole[0],
                       whole[1], N, M);
  }
  return {whole.begin() + 2, whole.end()};
}

// Pads so that `size` elements are left. Where the kernel covers less there is no padding, and what
// is missing is 0, after all else.
void pad_to_size(Sliding& s, int64_t size, bool greater_half_last) {
  const int64_t total_padding = std::max<int64_t>(0, s.input - size);
  s.begin = greater_half_last ? total_padding / 2 : total_padding - total_padding / 2;
  s.end = total_padding - s.begin;
  s.input = size;
}

Window transposed_window(const Call& call, const Tensor& X, const Tensor& W) {
  Window window = covering_window(call, X, W);
  const size_t n = window.size();
  const std::vector<int64_t> output_padding = axis_values(call, "output_padding", n, 0, 0);
  const std::vector<int64_t> output_shape = spatial_output_shape(call, n);
  const std::string auto_pad = auto_pad_of(call, call.ints("pads"));
  const bool greater_half_last =
      (auto_pad == "SAME_UPPER") != call.as_released("convtranspose-same-lower");
  for (size_t i = 0; i < n; ++i) {
    Sliding& s = window[i];
    check_output_padding(call, s, output_padding[i]);
    s.input += output_padding[i];
    if (call.has("output_shape")) {
      pad_to_size(s, output_shape[i], greater_half_last);
    } else if (auto_pad.starts_with("SAME")) {
      pad_to_size(s, s.stride * s.output, greater_half_last);
    } else {
      cut_pads(s);
    }
  }
  return window;
}

Values conv_transpose(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor& W = call.tensor("W");
  const Window window = transposed_window(call, X, W);
  std::vector<Tensor> operands{X, W};
  if (const Tensor* B = call.maybe("B")) operands.push_back(*B);
  const auto of = [&](const std::vector<Tensor>& x) {
    return transposed_convolution(x[0], x[1], x.size() > 2 ? &x[2] : nullptr, window,
                                  group_of(call, X, W));
  };
  at_point("empty", X.size() == 0 && W.size() == 0);
  return {open_sums(of(operands), operands, of)};
}

const Operator op("ConvTranspose", conv_transpose, {1, 11, 22});

}  // namespace
}  // namespace etalon
