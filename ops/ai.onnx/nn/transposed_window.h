// What ConvTranspose and Caffe2ConvTranspose share: the window of the convolution from Y to X whose
// transpose they are. Along each spatial axis its input is Y, and its output is X.
#pragma once

#include "engine/numerics/convolution.h"
#include "engine/numerics/numerics.h"

namespace etalon {

// The window of attributes strides, dilations and pads. Its input is all that the kernel covers,
// strides·(X − 1) + extent: the pads are still to be cut off. Throws InvalidInput when the kernel
// of W, the second input, is empty or fits neither X nor kernel_shape.
inline Window covering_window(const Call& call, const Tensor& X, const Tensor& W) {
  const Shape x = spatial_shape(X, "X");
  const Shape kernel = spatial_shape(W, call.schema().inputs[1].name);
  const size_t n = x.size();
  if (kernel.size() != n || element_count(kernel) == 0 ||
      (call.has("kernel_shape") && to_shape(call.ints("kernel_shape")) != kernel)) {
    throw InvalidInput("the kernel {} does not fit X and kernel_shape", to_string(kernel));
  }
  const std::vector<int64_t> strides = axis_values(call, "strides", n, 1, 1);
  const std::vector<int64_t> dilations = axis_values(call, "dilations", n, 1, 1);
  const std::vector<int64_t> pads = axis_values(call, "pads", 2 * n, 0, 0);
  Window window;
  for (size_t i = 0; i < n; ++i) {
    Sliding s{.kernel = int64_t(kernel[i]),
              .stride = strides[i],
              .dilation = dilations[i],
              .begin = pads[i],
              .end = pads[n + i],
              .output = int64_t(x[i])};
    s.input = s.stride * (s.output - 1) + s.extent();
    window.push_back(s);
  }
  return window;
}

// Cuts the pads off the input. Throws InvalidInput when they are longer than it is.
inline void cut_pads(Sliding& s) {
  s.input -= s.begin + s.end;
  if (s.input < 0) throw InvalidInput("the pads {} and {} leave nothing", s.begin, s.end);
}

// The attribute group. Throws InvalidInput unless the channels of X and W fall into so many parts.
inline size_t group_of(const Call& call, const Tensor& X, const Tensor& W) {
  const int64_t group = call.integer("group", 1);
  const size_t C = X.dim(1);
  if (group < 1 || size_t(group) > std::max<size_t>(C, 1) || C != W.dim(0) ||
      C % size_t(group) != 0) {
    throw InvalidInput("X of shape {} and {} of shape {} do not fit {} groups",
                       to_string(X.shape()), call.schema().inputs[1].name, to_string(W.shape()),
                       group);
  }
  return size_t(group);
}

// {N, M, input…}: the shape of Y.
inline Shape transposed_shape(size_t N, size_t M, const Window& window) {
  Shape shape{N, M};
  for (const Sliding& s : window) shape.push_back(size_t(s.input));
  return shape;
}

}  // namespace etalon
