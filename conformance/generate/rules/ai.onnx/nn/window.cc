#include "conformance/generate/rules/ai.onnx/nn/window.h"

#include <algorithm>

namespace etalon::rules {

namespace {

// Pads fewer elements than the kernel has, so that no window is entirely in the padding.
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
  window.padded = true;
  call.set("pads", window.pads);
}

// With auto_pad a stride is seldom greater than the kernel's extent, so that there are elements
// between windows.
void draw_strides(Drafting& call, Window& window) {
  Draw& draw = call.draw();
  window.strides.assign(window.kernel.size(), 1);
  if (draw.chance(0.5)) return;
  window.strides = draw.several_between(window.kernel.size(), 1, 3);
  const bool between = draw.chance(0.2);
  for (size_t i = 0; window.automatic && !between && i < window.kernel.size(); ++i) {
    window.strides[i] = std::min(window.strides[i], static_cast<int64_t>(window.kernel[i]));
  }
  call.set("strides", window.strides);
}

// The number of samples, seldom none.
size_t draw_batch(Draw& draw) { return draw.chance(0.04) ? 0 : 1 + draw.below(2); }

Filters draw_filters(Drafting& call, const Window& window, bool transposed) {
  Draw& draw = call.draw();
  const size_t group = draw.chance(0.3) ? 2 : 1;
  if (group > 1) call.set("group", static_cast<int64_t>(group));
  if (draw.chance(0.7)) set_kernel(call, window);
  const size_t in = 1 + draw.below(3);
  const size_t out = 1 + draw.below(3);
  const Shape front = transposed ? Shape{group * in, out} : Shape{group * out, in};
  return {joined({draw_batch(draw), group * in}, window.spatial), joined(front, window.kernel),
          group * out};
}

}  // namespace

Window draw_window(Drafting& call, size_t rank) {
  Draw& draw = call.draw();
  Window window;
  for (size_t i = 0; i < rank; ++i) window.kernel.push_back(1 + draw.below(3));
  draw_padding(call, window);
  draw_strides(call, window);
  window.dilations.assign(rank, 1);
  if (call.has("dilations") && !window.automatic && draw.chance(0.4)) {
    window.dilations = draw.several_between(rank, 1, draw.chance(0.3) ? 4 : 2);
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

Window draw_window(Drafting& call) { return draw_window(call, 1 + call.draw().below(3)); }

void set_kernel(Drafting& call, const Window& window) {
  call.set("kernel_shape", std::vector<int64_t>(window.kernel.begin(), window.kernel.end()));
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

Shape joined(Shape front, const Shape& back) {
  front.insert(front.end(), back.begin(), back.end());
  return front;
}

Filters draw_filters(Drafting& call, const Window& window) {
  return draw_filters(call, window, false);
}

void add_qlinear_filters(Drafting& call, const Filters& filters, const Shape& by_map) {
  call.add(filters.W);
  call.add(by_map, scales);
  call.add(by_map, {0, 0});
  call.add({}, {4, 8});
  call.add(Shape{});
  if (call.draw().chance(0.5)) call.add({filters.maps}, {-20, 20});
}

Filters draw_transposed_filters(Drafting& call, const Window& window) {
  return draw_filters(call, window, true);
}

// Versions disagree about windows that start past the input's end, so such windows are not drawn
// with ceil_mode.
Window draw_pool(Drafting& call) {
  const Window window = draw_window(call);
  set_kernel(call, window);
  if (!window.automatic && window.overlapping) call.offer_flag("ceil_mode");
  return window;
}

void add_pooled(Drafting& call, const Window& window) {
  Draw& draw = call.draw();
  call.add(joined({draw_batch(draw), 1 + draw.below(3)}, window.spatial));
}

void pool(Drafting& call) { add_pooled(call, draw_pool(call)); }

void global_pool(Drafting& call) { call.add(call.draw().shape(3, 5, Empty::never)); }

void offer_power(Drafting& call) {
  constexpr int first_with_integer = 2;
  if (call.draw().chance(0.5)) return;
  const int64_t p = call.draw().between(1, 3);
  if (call.version() < first_with_integer) {
    call.set("p", static_cast<double>(p));
  } else {
    call.set("p", p);
  }
}

}  // namespace etalon::rules
