// DeformConv: its operands by groups of offsets, and where its kernel lies without offsets.
#pragma once

#include "engine/numerics/convolution.h"
#include "engine/numerics/numerics.h"
#include "engine/numerics/rounded_once.h"

namespace etalon {

// The spatial axes of X, of the kernel and of Y are each one axis. The channels of X fall into
// `groups` parts of C channels each with offsets of their own.
struct Deformed {
  Window window;
  size_t groups, C;
  Tensor offset;               // [N, groups, |k|, axis, |o|]
  std::optional<Tensor> mask;  // [N, groups, |k|, |o|]
  size_t taps, outputs;        // |k| and |o|
};

// Throws InvalidInput for inputs that do not fit.
inline Deformed deformed(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor& W = call.tensor("W");
  const Window window = convolution_window(call, X, W);
  const Tensor& offset = call.tensor("offset");
  const size_t N = X.dim(0), axes = window.size();
  const int64_t offset_group = call.integer("offset_group");
  if (offset_group < 1 || X.dim(1) % size_t(offset_group) != 0) {
    throw InvalidInput("offset_group {} does not divide {} channels", offset_group, X.dim(1));
  }
  const size_t groups = size_t(offset_group), taps = split_at(W.shape(), 2).after;
  const Shape mask_shape = output_shape(N, groups * taps, window);
  const size_t outputs = split_at(mask_shape, 2).after;
  require_shape("offset", offset, output_shape(N, groups * taps * axes, window));
  Deformed of{
      window, groups, X.dim(1) / groups, offset.reshaped({N, groups, taps, axes, outputs}), {},
      taps,   outputs};
  if (const Tensor* mask = call.maybe("mask")) {
    require_shape("mask", *mask, mask_shape);
    of.mask = mask->reshaped({N, groups, taps, outputs});
  }
  if (const Tensor* B = call.maybe("B")) require_shape("B", *B, {W.dim(0)});
  return of;
}

// Where kernel element k of output o reads, both by row-major position, without the offset: a
// coordinate for each axis.
inline std::vector<double> tap_position(const Window& window, size_t k, size_t o) {
  std::vector<double> p(window.size());
  for (size_t axis = window.size(); axis-- > 0;) {
    const Sliding& s = window[axis];
    const int64_t o_axis = int64_t(o) % s.output, k_axis = int64_t(k) % s.kernel;
    p[axis] = double(o_axis * s.stride + k_axis * s.dilation - s.begin);
    o /= size_t(s.output);
    k /= size_t(s.kernel);
  }
  return p;
}

}  // namespace etalon
