#include <algorithm>

#include "conformance/generate/rules.h"

namespace etalon {

namespace {

struct Window {
  Shape kernel;
  Shape spatial;  // an input that the window fits into
  std::vector<int64_t> strides;
  std::vector<int64_t> dilations;
  std::vector<int64_t> pads;  // at the beginning of each axis, then at the end
  bool automatic = false;     // padded by auto_pad
  bool overlapping = true;    // no window can start past the input's end
};

std::vector<int64_t> draw_list(Draw& draw, size_t count, int64_t low, int64_t high) {
  std::vector<int64_t> list(count);
  for (int64_t& each : list) each = draw.between(low, high);
  return list;
}

// Pads fewer elements than the kernel has, so that no window lies in the padding alone.
void draw_padding(Drafting& call, Window& window) {
  Draw& draw = call.draw();
  const size_t rank = window.kernel.size();
  window.pads.assign(2 * rank, 0);
  window.automatic = call.has("auto_pad") && draw.chance(0.25);
  if (window.automatic) {
    call.set("auto_pad", draw.pick<std::string>({"SAME_UPPER", "SAME_LOWER", "VALID"}));
    return;
  }
  if (draw.chance(0.4)) return;
  for (size_t i = 0; i < 2 * rank; ++i) {
    window.pads[i] = draw.between(0, static_cast<int64_t>(window.kernel[i % rank]) - 1);
  }
  call.set("pads", window.pads);
}

// With auto_pad no stride is past the kernel's reach: the text has no padding for what lies
// between.
void draw_strides(Drafting& call, Window& window) {
  Draw& draw = call.draw();
  window.strides.assign(window.kernel.size(), 1);
  if (draw.chance(0.5)) return;
  window.strides = draw_list(draw, window.kernel.size(), 1, 3);
  for (size_t i = 0; window.automatic && i < window.kernel.size(); ++i) {
    window.strides[i] = std::min(window.strides[i], static_cast<int64_t>(window.kernel[i]));
  }
  call.set("strides", window.strides);
}

// As many axes: kernel, strides, dilations, padding, and an input as large as they need.
Window draw_window(Drafting& call, size_t rank) {
  Draw& draw = call.draw();
  Window window;
  for (size_t i = 0; i < rank; ++i) window.kernel.push_back(1 + draw.below(3));
  draw_padding(call, window);
  draw_strides(call, window);
  window.dilations.assign(rank, 1);
  if (call.has("dilations") && !window.automatic && draw.chance(0.4)) {
    window.dilations = draw_list(draw, rank, 1, 2);
    call.set("dilations", window.dilations);
  }
  for (size_t i = 0; i < rank; ++i) {
    const size_t reach = (window.kernel[i] - 1) * static_cast<size_t>(window.dilations[i]) + 1;
    window.spatial.push_back(reach + draw.below(4));
    const auto step = static_cast<size_t>(window.strides[i] + window.pads[rank + i]);
    window.overlapping = window.overlapping && step <= reach;
  }
  return window;
}

Shape joined(Shape front, const Shape& back) {
  front.insert(front.end(), back.begin(), back.end());
  return front;
}

Window draw_window(Drafting& call) { return draw_window(call, 1 + call.draw().below(3)); }

void set_kernel(Drafting& call, const Window& window) {
  call.set("kernel_shape", std::vector<int64_t>(window.kernel.begin(), window.kernel.end()));
}

// X is [N, group·a, …], W [group·b, a, …].
struct Filters {
  Shape X, W;
  size_t maps;  // of the output
};

Filters draw_filters(Drafting& call, const Window& window, bool transposed) {
  Draw& draw = call.draw();
  const size_t group = draw.chance(0.3) ? 2 : 1;
  if (group > 1) call.set("group", static_cast<int64_t>(group));
  if (draw.chance(0.7)) set_kernel(call, window);
  const size_t in = 1 + draw.below(3);
  const size_t out = 1 + draw.below(3);
  const Shape front = transposed ? Shape{group * in, out} : Shape{group * out, in};
  return {joined({1 + draw.below(2), group * in}, window.spatial), joined(front, window.kernel),
          group * out};
}

void conv(Drafting& call) {
  const Window window = draw_window(call);
  const Filters filters = draw_filters(call, window, false);
  call.add(filters.X);
  call.add(filters.W);
  if (call.draw().chance(0.5)) call.add({filters.maps});
}

void conv_integer(Drafting& call) {
  const Window window = draw_window(call);
  const Filters filters = draw_filters(call, window, false);
  call.add(filters.X);
  call.add(filters.W);
  if (call.draw().chance(0.5)) call.add(Shape{});
}

// Scales and zero points are one number each, or those of the filters one for each map.
void q_linear_conv(Drafting& call) {
  const Window window = draw_window(call);
  const Filters filters = draw_filters(call, window, false);
  const Shape by_map = call.draw().chance(0.4) ? Shape{filters.maps} : Shape{};
  call.add(filters.X);
  call.add({}, scales);
  call.add(Shape{});
  call.add(filters.W);
  call.add(by_map, scales);
  call.add(by_map, {0, 0});
  call.add({}, {4, 8});
  call.add(Shape{});
  if (call.draw().chance(0.5)) call.add({filters.maps}, {-20, 20});
}

std::vector<size_t> output_lengths(const Window& window) {
  const size_t rank = window.kernel.size();
  std::vector<size_t> lengths;
  for (size_t i = 0; i < rank; ++i) {
    const size_t reach = (window.kernel[i] - 1) * static_cast<size_t>(window.dilations[i]) + 1;
    const auto pads = static_cast<size_t>(window.pads[i] + window.pads[rank + i]);
    const auto stride = static_cast<size_t>(window.strides[i]);
    lengths.push_back((window.spatial[i] + pads - reach) / stride + 1);
  }
  return lengths;
}

// Two axes; an offset for each axis, and perhaps a factor, at each place of the kernel and output.
void deform_conv(Drafting& call) {
  Draw& draw = call.draw();
  const Window window = draw_window(call, 2);
  const Filters filters = draw_filters(call, window, false);
  const std::vector<size_t> out = output_lengths(window);
  const size_t places = window.kernel[0] * window.kernel[1];
  call.add(filters.X);
  call.add(filters.W);
  call.add({filters.X[0], 2 * places, out[0], out[1]}, {-2, 2});
  if (draw.chance(0.5)) {
    call.add({filters.maps});
  } else {
    call.leave_out();
  }
  if (draw.chance(0.5)) call.add({filters.X[0], places, out[0], out[1]}, {0, 1});
}

// The columns are the blocks of an image of one or two axes.
void col_2_im(Drafting& call) {
  Draw& draw = call.draw();
  call.narrow("T", [](DType type) { return type != DType::string; });
  const Window window = draw_window(call, 1 + draw.below(2));
  size_t block = 1;
  size_t count = 1;
  for (const size_t length : window.kernel) block *= length;
  for (const size_t length : output_lengths(window)) count *= length;
  call.add({1 + draw.below(2), (1 + draw.below(3)) * block, count});
  for (const Shape& lengths : {window.spatial, window.kernel}) {
    call.add_integers({lengths.size()}, {lengths.begin(), lengths.end()});
  }
}

// What MaxPool gave, with windows side by side: each plane's indices differ and lie in it.
void max_unpool(Drafting& call) {
  Draw& draw = call.draw();
  const size_t rank = 1 + draw.below(2);
  const Shape front = {1 + draw.below(2), 1 + draw.below(2)};
  Shape kernel, spatial;
  size_t pooled = 1;
  size_t plane = 1;
  for (size_t i = 0; i < rank; ++i) {
    kernel.push_back(1 + draw.below(3));
    spatial.push_back(1 + draw.below(3));
    pooled *= spatial[i];
    plane *= spatial[i] * kernel[i];
  }
  const std::vector<int64_t> strides(kernel.begin(), kernel.end());
  call.set("kernel_shape", strides);
  call.set("strides", strides);
  std::vector<int64_t> indices;
  for (size_t at = 0; at < front[0] * front[1]; ++at) {
    const std::vector<size_t> order = draw.permutation(plane);
    for (size_t i = 0; i < pooled; ++i) {
      indices.push_back(static_cast<int64_t>(at * plane + order[i]));
    }
  }
  const Shape shape = joined(front, spatial);
  call.add(shape);
  call.add_integers(shape, indices);
}

// Output padding stays below the stride. The text and ONNX's shape inference differ about auto_pad
// with output padding: it is not drawn.
void conv_transpose(Drafting& call) {
  Draw& draw = call.draw();
  const Window window = draw_window(call);
  if (!window.automatic && draw.chance(0.3)) {
    std::vector<int64_t> extra;
    for (const int64_t stride : window.strides) extra.push_back(draw.between(0, stride - 1));
    call.set("output_padding", extra);
  }
  const Filters filters = draw_filters(call, window, true);
  call.add(filters.X);
  call.add(filters.W);
  if (draw.chance(0.5)) call.add({filters.maps});
}

// Versions disagree about windows that start past the input's end, so with ceil_mode there are
// none.
void pool(Drafting& call) {
  Draw& draw = call.draw();
  const Window window = draw_window(call);
  set_kernel(call, window);
  if (!window.automatic && window.overlapping) call.offer_flag("ceil_mode");
  call.offer_flag("count_include_pad");
  call.add(joined({1 + draw.below(2), 1 + draw.below(3)}, window.spatial));
}

// Both outputs, or the first alone.
void max_pool(Drafting& call) {
  if (call.has("storage_order") && call.draw().chance(0.5)) {
    call.outputs = 2;
    call.offer_flag("storage_order");
  }
  pool(call);
}

void set_power(Drafting& call) {
  if (call.draw().chance(0.5)) return;
  const int64_t p = call.draw().between(1, 3);
  call.set("p", p);
  call.set("p", static_cast<double>(p));
}

void lp_pool(Drafting& call) {
  set_power(call);
  pool(call);
}

void global_pool(Drafting& call) { call.add(call.draw().shape(3, 5, Empty::never)); }

void global_lp_pool(Drafting& call) {
  set_power(call);
  global_pool(call);
}

}  // namespace

Rules window_rules() {
  return {{"AveragePool", pool},
          {"Col2Im", col_2_im},
          {"Conv", conv},
          {"ConvInteger", conv_integer},
          {"ConvTranspose", conv_transpose},
          {"DeformConv", deform_conv},
          {"GlobalAveragePool", global_pool},
          {"GlobalLpPool", global_lp_pool},
          {"GlobalMaxPool", global_pool},
          {"LpPool", lp_pool},
          {"MaxPool", max_pool},
          {"MaxUnpool", max_unpool},
          {"QLinearConv", q_linear_conv}};
}

}  // namespace etalon
