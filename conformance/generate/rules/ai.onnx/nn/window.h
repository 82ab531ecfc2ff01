// Convolution and pooling: a window that slides over the spatial axes.
#pragma once

#include <vector>

#include "conformance/generate/rule.h"

namespace etalon::rules {

struct Window {
  Shape kernel;
  Shape spatial;  // an input that the window fits into
  std::vector<int64_t> strides;
  std::vector<int64_t> dilations;
  std::vector<int64_t> pads;  // at the beginning of each axis, then at the end
  bool automatic = false;     // padded by auto_pad
  bool padded = false;        // by pads
  bool overlapping = true;    // no window can start past the input's end
};

// Draws a window with this number of axes: kernel, strides, dilations, padding, and an input that
// is large enough. Does not set kernel_shape.
Window draw_window(Drafting& call, size_t rank);
// The same with one to three axes.
Window draw_window(Drafting& call);

void set_kernel(Drafting& call, const Window& window);

// The lengths of the result's spatial axes, without auto_pad.
std::vector<size_t> output_lengths(const Window& window);

Shape joined(Shape front, const Shape& back);

// X is [N, group·a, …], W [group·b, a, …].
struct Filters {
  Shape X, W;
  size_t maps;  // of the output
};

Filters draw_filters(Drafting& call, const Window& window);
// QLinearConv's inputs from W on; the scale and zero point of W have this shape.
void add_qlinear_filters(Drafting& call, const Filters& filters, const Shape& by_map);
// W is [group·a, b, …].
Filters draw_transposed_filters(Drafting& call, const Window& window);

// Draws a window of one to three axes with its kernel_shape and ceil_mode.
Window draw_pool(Drafting& call);
// Adds an input [N, C, …].
void add_pooled(Drafting& call, const Window& window);
// draw_pool() and add_pooled().
void pool(Drafting& call);
// One input [N, C, …] of one to three spatial axes.
void global_pool(Drafting& call);
// LpPool and GlobalLpPool: `p`, in version 1 as a float.
void offer_power(Drafting& call);

}  // namespace etalon::rules
