// AvgPool2dInt: the average over each window; padding, and what ceil_mode adds beyond it, counts as
// 0 and in the divisor.
//
//   Y = sat8(⌊Σ X / (kH · kW) · scale_o / scale_x + ½⌋)
//   Y = Σ X / (kH · kW) / scale_x in float32 without scale_o and o_bits
//
//   1
//       o_bits 16 and 32 give int16 and int32, which saturate likewise; the other attributes of the
//       platform (thinker.h) change nothing
#include "engine/formula.h"
#include "engine/numerics/convolution.h"
#include "ops/thinker/windows.h"

namespace etalon::thinker {
namespace {

// With as much padding after the input as the last windows of ceil_mode reach.
Window reaching(Window window) {
  for (Sliding& s : window) {
    s.end = std::max(s.end, (s.output - 1) * s.stride + s.extent() - s.input - s.begin);
  }
  return window;
}

Values avg_pool2d_int(const Call& call) {
  require_rank("input", call.tensor("input"), 4);
  const Tensor X = to_onnx_layout(call, call.tensor("input"));
  const Delegate pool(call, "AveragePool", 11, {}, pool_attributes(call));
  const Shape kernel = to_shape(pool.call().ints("kernel_shape"));
  const Window window = reaching(window_of(pool.call(), spatial_shape(X, "input"), kernel));
  // The sum over a window is a convolution of each channel with ones.
  const Reals ones = full({X.dim(1), 1, kernel[0], kernel[1]}, 1.0);
  const Reals sums = convolve(X.as<double>(), ones, window, X.dim(1));
  const double elements = static_cast<double>(kernel[0]) * static_cast<double>(kernel[1]);
  const double scale = elements * scale_attribute(call, "scale_x");
  return {from_onnx_layout(call, at_output_scale(call, sums, scale))};
}

const Operator op("AvgPool2dInt", avg_pool2d_int, {1}, "thinker");

}  // namespace
}  // namespace etalon::thinker
