// DeformConv: Y[n, m, o] = B[m] + Σ_c Σ_k W[m, c, k] · mask[n, k, o] · X[n, c, p], as Conv but at
// p = o·strides + k·dilations − pads + offset[n, k, o]: between elements linearly interpolated, 0
// outside. The channels of X fall into offset_group parts with offsets and masks of their own.
//   19, 22    22: bfloat16
#include "engine/numerics/convolution.h"
#include "engine/numerics/numerics.h"
#include "engine/values/limits.h"

namespace etalon {
namespace {

// The inputs by group of offsets; the spatial axes of X, of the kernel and of Y are each one axis.
struct Deformed {
  Reals X;       // [N, group, C, |X|]
  Reals offset;  // [N, group, |k|, axis, |o|]
  Reals mask;    // [N, group, |k|, |o|]
};

Deformed by_offset_group(const Call& call, const Window& window) {
  const Tensor& X = call.tensor("X");
  const Tensor& offset = call.tensor("offset");
  const size_t N = X.dim(0), C = X.dim(1), axes = window.size();
  const int64_t offset_group = call.integer("offset_group");
  if (offset_group < 1 || C % size_t(offset_group) != 0) {
    throw InvalidInput("offset_group {} does not divide {} channels", offset_group, C);
  }
  const size_t groups = size_t(offset_group);
  const size_t taps = split_at(call.tensor("W").shape(), 2).after;
  const Shape mask_shape = output_shape(N, groups * taps, window);
  const size_t outputs = split_at(mask_shape, 2).after;
  require_shape("offset", offset, output_shape(N, groups * taps * axes, window));
  Reals mask = full(mask_shape, 1.0);
  if (const Tensor* given = call.maybe("mask")) {
    require_shape("mask", *given, mask_shape);
    mask = given->as<double>();
  }
  mask.reshape(Shape{N, groups, taps, outputs});
  const size_t inputs = split_at(X.shape(), 2).after;
  return {X.reshaped({N, groups, C / groups, inputs}).as<double>(),
          offset.reshaped({N, groups, taps, axes, outputs}).as<double>(), mask};
}

// An element of X, by its row-major position, and how much it counts.
struct Corner {
  size_t at;
  double weight;
};

// The elements around p, where p has a coordinate for each axis; none for a p outside.
std::vector<Corner> corners_around(const std::vector<double>& p, const Window& window) {
  std::vector<Corner> corners{{0, 1}};
  for (size_t axis = 0; axis < p.size(); ++axis) {
    if (std::isnan(p[axis])) throw Unspecified("an offset is NaN");
    const double size = double(window[axis].input);
    if (p[axis] <= -1 || p[axis] >= size) return {};
    const double below = std::floor(p[axis]);
    const double fraction = p[axis] - below;
    std::vector<Corner> next;
    for (const Corner& corner : corners) {
      const size_t row = corner.at * size_t(size);
      if (below >= 0) next.push_back({row + size_t(below), corner.weight * (1 - fraction)});
      if (below + 1 < size) next.push_back({row + size_t(below + 1), corner.weight * fraction});
    }
    corners = next;
  }
  return corners;
}

// Where kernel element k of output o reads, both by row-major position, without the offset.
std::vector<double> position(const Window& window, size_t k, size_t o) {
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

constexpr uint64_t location_cost = 64 * work_per_step;  // of a corner around a location

// mask · X at p, of instance n: [group, C, |k|, |o|].
Reals sampled(const Deformed& of, size_t n, const Window& window) {
  const size_t groups = of.X.shape()[1], C = of.X.shape()[2];
  const size_t taps = of.mask.shape()[2], outputs = of.mask.shape()[3];
  Reals samples = empty_array<double>({groups, C, taps, outputs});
  const uint64_t corners_each = uint64_t{1} << std::min<size_t>(window.size(), 16);
  count_work((location_cost + work_per_step * C) * corners_each * groups * taps * outputs);
  each_index({groups, taps, outputs}, [&](const Shape& index) {
    const size_t g = index[0], k = index[1], o = index[2];
    std::vector<double> p = position(window, k, o);
    for (size_t axis = 0; axis < p.size(); ++axis) p[axis] += of.offset(n, g, k, axis, o);
    const std::vector<Corner> corners = corners_around(p, window);
    for (size_t c = 0; c < C; ++c) {
      double value = 0;
      for (const Corner& corner : corners) value += corner.weight * of.X(n, g, c, corner.at);
      samples(g, c, k, o) = of.mask(n, g, k, o) * value;
    }
  });
  return samples;
}

Values deform_conv(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor& W = call.tensor("W");
  const Window window = convolution_window(call, X, W);
  const Deformed deformed = by_offset_group(call, window);
  const size_t group = size_t(call.integer("group"));
  const size_t M = W.dim(0) / group;                  // of one group
  const size_t inner = split_at(W.shape(), 1).after;  // C/group · |k|
  Reals Y = filled_by_channel(output_shape(X.dim(0), W.dim(0), window), call.maybe("B"));
  const size_t outputs = split_at(Y.shape(), 2).after;
  const Elements<double> w(W);
  for (size_t n = 0; n < X.dim(0); ++n) {
    const Reals samples = sampled(deformed, n, window);
    const Elements<double> x(samples);
    std::vector<Product<double>> products;
    for (size_t g = 0; g < group; ++g) {
      products.push_back({w.matrix(M, inner, {g * M * inner, inner, 1}),
                          x.matrix(inner, outputs, {g * inner * outputs, outputs, 1}),
                          Y.data() + (n * group + g) * M * outputs});
    }
    add_products(products, X.dtype() == DType::float64);
  }
  return {Tensor::of(X.dtype(), Y)};
}

const Operator op("DeformConv", deform_conv, {19, 22});

}  // namespace
}  // namespace etalon
