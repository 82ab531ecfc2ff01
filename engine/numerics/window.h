// The geometry of convolutions and pools: how a kernel slides over the spatial axes of a tensor
// [N, C, D1, …, Dn].
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "engine/operators/operator.h"
#include "engine/values/limits.h"

namespace etalon {

// Along one spatial axis, kernel element k of output o reads input o·stride + k·dilation − begin,
// which is in the padding if it is not within [0, input).
struct Sliding {
  int64_t input = 1;
  int64_t kernel = 1;
  int64_t stride = 1;
  int64_t dilation = 1;
  int64_t begin = 0;  // padding before the input
  int64_t end = 0;    // padding after the input
  int64_t output = 1;

  int64_t extent() const { return (kernel - 1) * dilation + 1; }
  // The outputs [first, last) whose kernel element k reads within [0, input).
  std::pair<int64_t, int64_t> reading(int64_t k) const;
  // The kernel elements [first, last) with which output o reads within [0, input).
  std::pair<int64_t, int64_t> taps(int64_t o) const;
};
using Window = std::vector<Sliding>;  // one entry for each spatial axis

// The window given by the attributes strides, dilations, pads, auto_pad and ceil_mode, where the
// schema has them. `input` has the spatial dimensions.
//   NOTSET  output = ⌊(input + begin + end − extent) / stride⌋ + 1, with ceil_mode ⌈…⌉ + 1, less 1
//           if the last window would start in the padding after the input
//   VALID   as NOTSET without padding; ceil_mode is ignored
//   SAME_*  output = ⌈input / stride⌉, with the padding that this needs. If it is odd, the greater
//           half is after the input for SAME_UPPER and before it for SAME_LOWER
// Throws InvalidInput for attributes that do not fit the number of axes or have an invalid value,
// and for a negative output.
Window window_of(const Call& call, const Shape& input, const Shape& kernel);

// The dimensions after the first two. Throws InvalidInput when X has fewer than two.
Shape spatial_shape(const Tensor& X, std::string_view name);
// {N, C, output…}.
Shape output_shape(size_t N, size_t C, const Window& window);
// The attribute's values, one for each of `axes`, or `otherwise` for each if it is absent. Throws
// InvalidInput for any other number of values and for values below `least`.
std::vector<int64_t> axis_values(const Call& call, std::string_view attribute, size_t axes,
                                 int64_t otherwise, int64_t least);

// The attribute auto_pad, NOTSET if it is absent. Throws InvalidInput for an unknown value, and for
// any value but NOTSET together with pads, of zeros too (the text: “cannot be used
// simultaneously”).
std::string auto_pad_of(const Call& call, const std::vector<int64_t>& pads);

// Convolutions.

// The window of a convolution of X [N, C, D…] by W [M, C/group, k…]. Attribute kernel_shape, if
// given, is k. Throws InvalidInput if shapes and attributes do not fit.
Window convolution_window(const Call& call, const Tensor& X, const Tensor& W);

// X [N, C, D…] with its spatial axes as one: [N, C, positions].
Tensor by_channels(const Tensor& X);
// Throws InvalidInput unless a bias has the shape [channels].
void require_bias(const Tensor& B, size_t channels);
// A bias [channels] as doubles; zeros if B is null. Throws InvalidInput for another shape.
Reals channel_values(const Tensor* B, size_t channels);
// An array of the shape [N, M, …] with B[m] in all of channel m, or 0 if B is null. Throws
// InvalidInput unless B has the shape [M].
Reals filled_by_channel(const Shape& shape, const Tensor* B);

// `values` reshaped to broadcast to `shape`: one value for each entry along `axis`, or one value
// for all. Throws InvalidInput for any other number of values.
Tensor along(const Tensor& values, const Shape& shape, size_t axis);

// With kernel element k an output reads the element at this row-major position of a channel, which
// is −1 in the padding.
struct KernelRead {
  size_t k;
  int64_t at;
};
// The reads of an output (a row-major position), one for each element of the kernel, in order.
std::vector<KernelRead> kernel_reads(const Window& window, size_t output);
// The positions within a channel that an output reads, padding left out.
std::vector<size_t> positions_read(const Window& window, size_t output);

// The inverse: for each position of a channel, the reads of that position, as outputs and kernel
// elements.
struct Landing {
  size_t output, k;
};
std::vector<std::vector<Landing>> landings(const Window& window);

// For `count` outputs out, out + 1, …, kernel element `tap` reads inputs in, in + step, …. All
// positions are row-major within a channel.
struct Run {
  size_t tap, out, in, step, count;
};

inline constexpr uint64_t work_per_tap = 256;  // of a kernel, in addition to that of its outputs

// Calls visit(run) for every kernel element, in row-major order, and for each row of outputs for
// which it reads within the input, in the order of outputs.
template <class Visit>
void each_run(const Window& window, Visit visit);

// What output `out` reads of a channel, padding left out. Positions are row-major within a channel,
// those that are read counted from the channel's first element.
class Reads {
 public:
  Reads(const Window& window, size_t out, size_t channel = 0);
  size_t count() const;
  // Calls visit(position) for each element, in row-major order of the kernel.
  template <class Visit>
  void each(Visit visit) const {
    each_from(0, channel_, visit);
  }

 private:
  // Along one axis: positions first, first + step, …, to which those of the other axes are added.
  struct Span {
    size_t first, step, count;
  };
  template <class Visit>
  void each_from(size_t axis, size_t at, Visit& visit) const;

  size_t axes_, channel_;
  std::array<Span, max_rank> spans_;  // of which `axes_` are set
};

// The implementation of each_run and Reads.
namespace detail {

inline bool empty_kernel(const Window& window) {
  return std::any_of(window.begin(), window.end(), [](const Sliding& s) { return s.kernel == 0; });
}

// For each axis the outputs [first, last) for which one kernel element reads within the input, and
// from where the first of them reads.
struct TapRange {
  int64_t first, last, in;
};

// False if there are none along an axis.
inline bool ranges_of_tap(const Window& window, const std::vector<int64_t>& tap,
                          std::vector<TapRange>& ranges) {
  for (size_t axis = 0; axis < window.size(); ++axis) {
    const Sliding& s = window[axis];
    const auto [first, last] = s.reading(tap[axis]);
    if (first >= last) return false;
    ranges[axis] = {first, last, first * s.stride + tap[axis] * s.dilation - s.begin};
  }
  return true;
}

template <class Visit>
void runs_of_tap(const Window& window, const std::vector<TapRange>& ranges, size_t axis, Run run,
                 Visit& visit) {
  if (axis == window.size()) {
    visit(run);
    return;
  }
  const Sliding& s = window[axis];
  const auto [first, last, in] = ranges[axis];
  run.out = run.out * size_t(s.output) + size_t(first);
  run.in = run.in * size_t(s.input) + size_t(in);
  if (axis + 1 == window.size()) {
    run.step = size_t(s.stride);
    run.count = size_t(last - first);
    visit(run);
    return;
  }
  for (int64_t o = first; o < last; ++o, ++run.out, run.in += size_t(s.stride)) {
    runs_of_tap(window, ranges, axis + 1, run, visit);
  }
}

}  // namespace detail

template <class Visit>
void Reads::each_from(size_t axis, size_t at, Visit& visit) const {
  if (axis == axes_) {
    visit(at);
    return;
  }
  const Span& span = spans_[axis];
  for (size_t i = 0; i < span.count; ++i) {
    each_from(axis + 1, at + span.first + i * span.step, visit);
  }
}

template <class Visit>
void each_run(const Window& window, Visit visit) {
  std::vector<int64_t> tap(window.size());
  std::vector<detail::TapRange> ranges(window.size());
  Run run{0, 0, 0, 1, 1};
  if (detail::empty_kernel(window)) return;
  uint64_t outputs = 1;
  for (const Sliding& s : window) outputs *= static_cast<uint64_t>(s.output);
  for (;; ++run.tap) {
    count_work(work_per_step * outputs + work_per_tap);
    if (detail::ranges_of_tap(window, tap, ranges)) {
      detail::runs_of_tap(window, ranges, 0, run, visit);
    } else {
      count_step();  // a huge kernel in huge padding has no other work to count
    }
    size_t axis = window.size();
    while (axis > 0 && ++tap[axis - 1] == window[axis - 1].kernel) tap[--axis] = 0;
    if (axis == 0) return;
  }
}

}  // namespace etalon
