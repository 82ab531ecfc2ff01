// DeformConv: Y[n, m, o] = B[m] + Σ_c Σ_k W[m, c, k] · mask[n, k, o] · X[n, c, p], as Conv but at
// p = o·strides + k·dilations − pads + offset[n, k, o]: between elements linearly interpolated, 0
// outside. The channels of X fall into offset_group parts with offsets and masks of their own.
//   19, 22    22: bfloat16
#include "ops/ai.onnx/nn/deform_conv.h"
#include "engine/formula.h"

namespace etalon {
namespace {

// An element of X, by its row-major position, and how much it counts.
template <class R>
struct Corner {
  size_t at;
  R weight;
};

// The elements around p, where p has a coordinate for each axis; none for a p outside.
template <class R>
std::vector<Corner<R>> corners_around(const std::vector<R>& p, const Window& window) {
  std::vector<Corner<R>> corners{{0, R(1)}};
  for (size_t axis = 0; axis < p.size(); ++axis) {
    const int64_t size = window[axis].input;
    if (p[axis] <= -1 || p[axis] >= double(size)) return {};
    const R floor = real::floor(p[axis]), fraction = p[axis] - floor;
    const int64_t below = to_integer(floor);
    std::vector<Corner<R>> next;
    for (const Corner<R>& corner : corners) {
      const size_t row = corner.at * size_t(size);
      const auto add = [&](int64_t at, const R& weight) {
        if (at >= 0 && at < size) next.push_back({row + size_t(at), corner.weight * weight});
      };
      add(below, 1 - fraction);
      add(below + 1, fraction);
    }
    corners = next;
  }
  return corners;
}

Values deform_conv(const Call& call) {
  const Deformed of = deformed(call);
  const Reader X(by_channels(call.tensor("X"))), W(by_channels(call.tensor("W")));
  const Reader offset(of.offset), mask(of.mask ? &*of.mask : nullptr), B(call.maybe("B"));
  const size_t N = X.dim(0), M = W.dim(0), C = W.dim(1);  // C of one group of W
  const size_t M_of_group = M / size_t(call.integer("group"));
  const auto place = [&]<class R>(size_t n, size_t g, size_t k, size_t o, R) {
    std::vector<R> p;
    for (const double without_offset : tap_position(of.window, k, o)) {
      R by = offset.at<R>(n, g, k, p.size(), o);
      if (by.is_nan()) by = undefined(R(0), "an offset is NaN");
      p.push_back(without_offset + by);
    }
    return p;
  };
  const auto element = [&]<class R>(size_t n, size_t m, size_t o) -> R {
    Sum<R> sum;
    for (size_t k = 0; k < of.taps; ++k) {
      std::vector<Corner<R>> corners;
      for (size_t i = 0; i < C; ++i) {
        const size_t c = m / M_of_group * C + i, g = c / of.C;
        if (i == 0 || c % of.C == 0) corners = corners_around(place(n, g, k, o, R()), of.window);
        R x = sum_of_none<R>(!corners.empty());
        for (const auto& [at, weight] : corners) x += weighted(weight, X.at<R>(n, c, at));
        if (mask) x = mask.at<R>(n, g, k, o) * x;
        sum.add(W.at<R>(m, i, k) * x);
      }
    }
    if (!B) return sum.result();
    return C * of.taps == 0 ? B.at<R>(m) : sum.result() + B.at<R>(m);
  };
  const Tensor Y = each_output(call.tensor("X").dtype(), {N, M, of.outputs}, element);
  return {Y.reshaped(output_shape(N, M, of.window))};
}

const Operator op("DeformConv", deform_conv, {19, 22});

}  // namespace
}  // namespace etalon
