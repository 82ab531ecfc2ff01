#include "engine/numerics/window.h"

#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

// This limit keeps the products of sizes, strides and dilations within 64 bits.
constexpr int64_t most = int64_t{1} << 31;

// For a positive divisor.
int64_t floor_quotient(int64_t a, int64_t b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }
int64_t ceil_quotient(int64_t a, int64_t b) { return -floor_quotient(-a, b); }

bool has(const Call& call, std::string_view attribute) {
  return call.schema().attribute(attribute) && call.has(attribute);
}

void pad_to_same(Sliding& s, bool upper) {
  s.output = ceil_quotient(s.input, s.stride);
  const int64_t total = std::max<int64_t>(0, (s.output - 1) * s.stride + s.extent() - s.input);
  s.begin = upper ? total / 2 : total - total / 2;
  s.end = total - s.begin;
}

void slide(Sliding& s, bool ceil_mode) {
  const int64_t room = s.input + s.begin + s.end - s.extent();
  s.output = floor_quotient(room, s.stride) + 1;
  if (ceil_mode) {
    s.output = ceil_quotient(room, s.stride) + 1;
    if ((s.output - 1) * s.stride >= s.input + s.begin) --s.output;
  }
  if (s.output < 0) {
    throw InvalidInput("a kernel that extends over {} elements does not fit {} padded by {}",
                       s.extent(), s.input, s.begin + s.end);
  }
}

}  // namespace

std::pair<int64_t, int64_t> Sliding::reading(int64_t k) const {
  const int64_t offset = k * dilation - begin;
  const int64_t first = std::max<int64_t>(0, ceil_quotient(-offset, stride));
  const int64_t last = std::min(output, ceil_quotient(input - offset, stride));
  return {first, last};
}

std::pair<int64_t, int64_t> Sliding::taps(int64_t o) const {
  const int64_t offset = o * stride - begin;
  const int64_t first = std::max<int64_t>(0, ceil_quotient(-offset, dilation));
  const int64_t last = std::min(kernel, ceil_quotient(input - offset, dilation));
  return {first, std::max(first, last)};
}

Reads::Reads(const Window& window, size_t out, size_t channel)
    : axes_(window.size()), channel_(channel) {
  size_t below = 1;  // elements of the input between neighbours along the axis
  for (size_t axis = window.size(); axis-- > 0;) {
    const Sliding& s = window[axis];
    const auto o = int64_t(out % size_t(s.output));
    const auto [first, last] = s.taps(o);
    const size_t step = size_t(s.dilation) * below;
    spans_[axis] = {size_t(o * s.stride + first * s.dilation - s.begin) * below, step,
                    size_t(last - first)};
    out /= size_t(s.output);
    below *= size_t(s.input);
  }
}

size_t Reads::count() const {
  size_t count = 1;
  for (size_t axis = 0; axis < axes_; ++axis) count *= spans_[axis].count;
  return count;
}

std::vector<int64_t> axis_values(const Call& call, std::string_view attribute, size_t axes,
                                 int64_t otherwise, int64_t least) {
  if (!has(call, attribute)) return std::vector<int64_t>(axes, otherwise);
  std::vector<int64_t> values = call.ints(attribute);
  if (values.size() != axes) {
    throw InvalidInput("{} has {} values where {} are needed", attribute, values.size(), axes);
  }
  for (const int64_t value : values) {
    if (value < least) {
      throw InvalidInput("{} has a value of {}, which is too small", attribute, value);
    }
    if (value >= most) {
      throw LimitExceeded("{} has a value of {}, which is too large", attribute, value);
    }
  }
  return values;
}

std::string auto_pad_of(const Call& call, const std::vector<int64_t>& pads) {
  std::string auto_pad = has(call, "auto_pad") ? call.text("auto_pad") : "NOTSET";
  if (auto_pad == "NOTSET") return auto_pad;
  if (auto_pad != "SAME_UPPER" && auto_pad != "SAME_LOWER" && auto_pad != "VALID") {
    throw InvalidInput("auto_pad is '{}'; it may be NOTSET, SAME_UPPER, SAME_LOWER, VALID",
                       auto_pad);
  }
  if (!pads.empty()) {
    throw InvalidInput("pads are given together with auto_pad {}", auto_pad);
  }
  return auto_pad;
}

Shape spatial_shape(const Tensor& X, std::string_view name) {
  if (X.rank() < 2) {
    throw InvalidInput("{} has the shape {}; a batch and a channel axis are needed", name,
                       to_string(X.shape()));
  }
  return Shape(X.shape().begin() + 2, X.shape().end());
}

Shape output_shape(size_t N, size_t C, const Window& window) {
  Shape shape{N, C};
  for (const Sliding& s : window) shape.push_back(static_cast<size_t>(s.output));
  return shape;
}

Window window_of(const Call& call, const Shape& input, const Shape& kernel) {
  const size_t n = input.size();
  if (kernel.size() != n) {
    throw InvalidInput("the kernel {} does not have the {} spatial axes of the input",
                       to_string(kernel), n);
  }
  const std::vector<int64_t> strides = axis_values(call, "strides", n, 1, 1);
  const std::vector<int64_t> dilations = axis_values(call, "dilations", n, 1, 1);
  const std::vector<int64_t> pads = axis_values(call, "pads", 2 * n, 0, 0);
  const std::string auto_pad = auto_pad_of(call, has(call, "pads") ? pads : std::vector<int64_t>());
  const bool ceil_mode = has(call, "ceil_mode") && call.flag("ceil_mode");
  Window window;
  for (size_t i = 0; i < n; ++i) {
    if (kernel[i] == 0 || kernel[i] >= size_t(most)) {
      throw InvalidInput("the kernel {} has a dimension of {}", to_string(kernel), kernel[i]);
    }
    Sliding s{int64_t(input[i]), int64_t(kernel[i]), strides[i], dilations[i],
              pads[i],           pads[n + i],        1};
    if (auto_pad.starts_with("SAME")) {
      pad_to_same(s, auto_pad == "SAME_UPPER");
    } else {
      slide(s, ceil_mode && auto_pad == "NOTSET");
    }
    window.push_back(s);
  }
  return window;
}

std::vector<KernelRead> kernel_reads(const Window& window, size_t output) {
  std::vector<int64_t> first(window.size());  // of each axis, where kernel element 0 reads
  size_t kernel = 1;
  for (size_t axis = window.size(); axis-- > 0;) {
    const Sliding& s = window[axis];
    first[axis] = int64_t(output % size_t(s.output)) * s.stride - s.begin;
    output /= size_t(s.output);
    kernel *= size_t(s.kernel);
  }
  std::vector<KernelRead> reads;
  reads.reserve(kernel);
  for (size_t k = 0; k < kernel; ++k) {
    int64_t at = 0, step = 1;
    size_t rest = k;
    for (size_t axis = window.size(); axis-- > 0;) {
      const Sliding& s = window[axis];
      const int64_t i = first[axis] + int64_t(rest % size_t(s.kernel)) * s.dilation;
      rest /= size_t(s.kernel);
      if (i < 0 || i >= s.input) at = -1;
      if (at >= 0) at += i * step;
      step *= s.input;
    }
    reads.push_back({k, at});
  }
  return reads;
}

std::vector<size_t> positions_read(const Window& window, size_t output) {
  std::vector<size_t> positions;
  const Reads reads(window, output);
  positions.reserve(reads.count());
  reads.each([&](size_t at) { positions.push_back(at); });
  return positions;
}

std::vector<std::vector<Landing>> landings(const Window& window) {
  size_t inputs = 1, outputs = 1;
  for (const Sliding& s : window) {
    inputs *= size_t(s.input);
    outputs *= size_t(s.output);
  }
  std::vector<std::vector<Landing>> all(inputs);
  for (size_t output = 0; output < outputs; ++output) {
    for (const auto& [k, at] : kernel_reads(window, output)) {
      if (at >= 0) all[size_t(at)].push_back({output, k});
    }
  }
  return all;
}

}  // namespace etalon
