#include <algorithm>

#include "conformance/generate/rules.h"

namespace etalon {

namespace {

struct Window {
  Shape kernel;
  Shape spatial;  // an input that the window fits into
  std::vector<int64_t> strides;
  std::vector<int64_t> end_pads;
  bool automatic = false;   // padded by auto_pad
  bool overlapping = true;  // no window can start past the input's end
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
  window.end_pads.assign(rank, 0);
  window.automatic = draw.chance(0.25);
  if (window.automatic) {
    call.set("auto_pad", draw.pick<std::string>({"SAME_UPPER", "SAME_LOWER", "VALID"}));
    return;
  }
  if (draw.chance(0.4)) return;
  std::vector<int64_t> pads(2 * rank);
  for (size_t i = 0; i < pads.size(); ++i) {
    pads[i] = draw.between(0, static_cast<int64_t>(window.kernel[i % rank]) - 1);
  }
  window.end_pads.assign(pads.begin() + static_cast<std::ptrdiff_t>(rank), pads.end());
  call.set("pads", pads);
}

// One to three axes: kernel, strides, dilations, padding, and an input as large as they need.
Window draw_window(Drafting& call) {
  Draw& draw = call.draw();
  const size_t rank = 1 + draw.below(3);
  Window window;
  for (size_t i = 0; i < rank; ++i) window.kernel.push_back(1 + draw.below(3));
  draw_padding(call, window);
  window.strides.assign(rank, 1);
  if (draw.chance(0.5)) {
    window.strides = draw_list(draw, rank, 1, 3);
    call.set("strides", window.strides);
  }
  std::vector<int64_t> dilations(rank, 1);
  if (call.has("dilations") && !window.automatic && draw.chance(0.4)) {
    dilations = draw_list(draw, rank, 1, 2);
    call.set("dilations", dilations);
  }
  for (size_t i = 0; i < rank; ++i) {
    const size_t reach = (window.kernel[i] - 1) * static_cast<size_t>(dilations[i]) + 1;
    window.spatial.push_back(reach + draw.below(4));
    const auto step = static_cast<size_t>(window.strides[i] + window.end_pads[i]);
    window.overlapping = window.overlapping && step <= reach;
  }
  return window;
}

Shape joined(Shape front, const Shape& back) {
  front.insert(front.end(), back.begin(), back.end());
  return front;
}

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

// Output padding stays below the stride. The text and ONNX's shape inference differ about auto_pad
// with output padding, or with strides past the kernel's reach: neither is drawn.
void conv_transpose(Drafting& call) {
  Draw& draw = call.draw();
  const Window window = draw_window(call);
  if (window.automatic && !window.overlapping) {
    throw Unspecified("auto_pad with strides past the kernel's reach");
  }
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
          {"Conv", conv},
          {"ConvInteger", conv_integer},
          {"ConvTranspose", conv_transpose},
          {"GlobalAveragePool", global_pool},
          {"GlobalLpPool", global_lp_pool},
          {"GlobalMaxPool", global_pool},
          {"LpPool", lp_pool},
          {"MaxPool", max_pool}};
}

}  // namespace etalon
