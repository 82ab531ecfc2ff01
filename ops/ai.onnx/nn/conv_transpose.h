// ConvTranspose: how much padding there is.
#pragma once

#include "ops/ai.onnx/nn/transposed_convolution.h"

namespace etalon {

// Version 1 calls output_shape the shape of the output and leaves open whether N and M are part of
// it: both forms are taken.
inline std::vector<int64_t> spatial_output_shape(const Call& call, size_t n) {
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
inline void pad_to_size(Sliding& s, int64_t size, bool greater_half_last) {
  const int64_t total_padding = std::max<int64_t>(0, s.input - size);
  s.begin = greater_half_last ? total_padding / 2 : total_padding - total_padding / 2;
  s.end = total_padding - s.begin;
  s.input = size;
}

// The window of the convolution from Y to X. Of an odd padding that output_shape or SAME_* asks
// for, the greater half is after Y, or before it. Throws InvalidInput for inputs and attributes
// that do not fit.
inline Window transposed_window(const Call& call, bool greater_half_last) {
  Window window = covering_window(call, call.tensor("X"), call.tensor("W"));
  const size_t n = window.size();
  const std::vector<int64_t> output_padding = axis_values(call, "output_padding", n, 0, 0);
  const std::vector<int64_t> output_shape = spatial_output_shape(call, n);
  const std::string auto_pad = auto_pad_of(call, call.ints("pads"));
  for (size_t i = 0; i < n; ++i) {
    Sliding& s = window[i];
    if (call.since_version() >= 11 && output_padding[i] >= std::max(s.stride, s.dilation)) {
      throw InvalidInput("output_padding {} is not below stride {} or dilation {}",
                         output_padding[i], s.stride, s.dilation);
    }
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
inline Window transposed_window(const Call& call) {
  return transposed_window(call, call.text("auto_pad", "NOTSET") == "SAME_UPPER");
}

// Y with this window by products of matrices, or its bounds or samples; see
// transposed_convolution().
inline std::optional<Tensor> convolved_transposed(const Call& call, const Window& window) {
  const Tensor &X = call.tensor("X"), &W = call.tensor("W");
  return transposed_convolution(X, W, call.maybe("B"), window, group_of(call, X, W));
}

}  // namespace etalon
