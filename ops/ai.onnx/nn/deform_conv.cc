// DeformConv: Y[n, m, o] = B[m] + Σ_c Σ_k W[m, c, k] · mask[n, k, o] · X[n, c, p], as Conv but at
// p = o·strides + k·dilations − pads + offset[n, k, o]: between elements linearly interpolated, 0
// outside. The channels of X fall into offset_group parts with offsets and masks of their own.
//   19, 22    22: bfloat16
#include "engine/numerics/convolution.h"
#include "engine/numerics/rounded_once.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

// The inputs by group of offsets; the spatial axes of X, of the kernel and of Y are each one axis.
struct Deformed {
  RealElements X;       // [N, group, C, |X|]
  RealElements offset;  // [N, group, |k|, axis, |o|]
  RealElements mask;    // [N, group, |k|, |o|]
};

Deformed by_offset_group(const Call& call, const Window& window) {
  const Tensor& X = call.tensor("X");
  const Tensor& given_offset = call.tensor("offset");
  // Without offset, if that is asked for; deform_conv marks what depends on it.
  const Tensor offset = choices_wanted() ? without_nan(given_offset, 0) : given_offset;
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
  const Tensor* given = call.maybe("mask");
  if (given) require_shape("mask", *given, mask_shape);
  const Tensor mask = given ? *given : Tensor::decided(DType::float64, full(mask_shape, 1.0));
  const size_t inputs = split_at(X.shape(), 2).after;
  return {RealElements(X.reshaped({N, groups, C / groups, inputs})),
          RealElements(offset.reshaped({N, groups, taps, axes, outputs})),
          RealElements(mask.reshaped({N, groups, taps, outputs}))};
}

// An element of X, by its row-major position, and how much it counts.
template <class R>
struct Corner {
  size_t at;
  R weight;
};
template <class R>
using Corners = std::vector<Corner<R>>;

// The elements around p, where p has a coordinate for each axis; none for a p outside.
template <class R>
Corners<R> corners_around(const std::vector<R>& p, const Window& window) {
  Corners<R> corners{{0, R(1)}};
  for (size_t axis = 0; axis < p.size(); ++axis) {
    if (p[axis].is_nan()) throw Unspecified("an offset is NaN");
    const auto size = static_cast<double>(window[axis].input);
    if (p[axis] <= -1 || p[axis] >= size) return {};
    const R floor = real::floor(p[axis]);
    const R fraction = p[axis] - floor;
    const double below = floor.middle();
    Corners<R> next;
    for (const Corner<R>& corner : corners) {
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

// The operands of a convolution whose inputs are moved; of W, M and C/group belong to one group.
struct Operands {
  Deformed deformed;
  Window window;
  RealElements W;                    // [group, M, C/group · |k|]
  std::optional<RealElements> bias;  // [group · M]
  size_t taps, outputs, channels, group, M, inner;

  template <class R>
  R with_bias(const R& sum, size_t m) const {
    return bias ? sum + bias->at<R>(m) : sum;
  }
};

// Where kernel element k of output o of instance n reads, in group g of offsets.
template <class R>
Corners<R> corners_of(const Operands& of, size_t n, size_t g, size_t k, size_t o) {
  const std::vector<double> fixed = position(of.window, k, o);
  std::vector<R> p;
  for (size_t axis = 0; axis < fixed.size(); ++axis) {
    p.push_back(R(fixed[axis]) + of.deformed.offset.at<R>({n, g, k, axis, o}));
  }
  return corners_around(p, of.window);
}

// mask · X there, of channel c of the group.
template <class R>
R sample(const Operands& of, size_t n, size_t g, size_t c, size_t k, size_t o,
         const Corners<R>& corners) {
  R value = sum_of_none<R>(!corners.empty());
  for (const auto& [at, weight] : corners) {
    value += weighted(weight, of.deformed.X.at<R>({n, g, c, at}));
  }
  return of.deformed.mask.at<R>({n, g, k, o}) * value;
}

// Element o of channel m of Y, without the bias. Both the channels of W and those of the offsets
// follow one another in X.
template <class R>
R element(const Operands& of, size_t n, size_t m, size_t o) {
  const size_t C = of.deformed.X.shape()[2];  // of one group of offsets
  const size_t channels = of.channels / of.group, first = m / of.M * channels;
  SumOfTerms<R> sum;
  std::vector<Corners<R>> corners(of.taps);
  for (size_t c = first; c < first + channels; ++c) {
    const size_t g = c / C;
    for (size_t k = 0; k < of.taps; ++k) {
      if (c == first || c % C == 0) corners[k] = corners_of<R>(of, n, g, k, o);
      count_terms<R>(corners[k].size() + 2);
      const R weight = of.W.at<R>((m * channels + c - first) * of.taps + k);
      sum.add(weight * sample(of, n, g, c % C, k, o, corners[k]));
    }
  }
  return of.inner == 0 ? sum_of_none<R>(of.bias.has_value()) : sum.result();
}

constexpr uint64_t location_cost = 64 * work_per_step;  // of a corner around a location

// The samples of one instance in double [channels · |k|, |o|], and for each group and output the
// squares of their sums and of their radii. Undecided ones are NaN.
struct Samples {
  Reals middles;         // [channels, |k|, |o|]
  Reals squares, radii;  // [group, |o|]
};

Samples samples_of(const Operands& of, size_t n) {
  const size_t groups = of.deformed.X.shape()[1], C = of.deformed.X.shape()[2];
  Samples samples{empty_array<double>({of.channels, of.taps, of.outputs}),
                  full({of.group, of.outputs}, 0.0), full({of.group, of.outputs}, 0.0)};
  const uint64_t corners_each = uint64_t{1} << std::min<size_t>(of.window.size(), 16);
  count_work((location_cost + work_per_step * C) * corners_each * groups * of.taps * of.outputs);
  each_index({groups, of.taps, of.outputs}, [&](const Shape& index) {
    const size_t g = index[0], k = index[1], o = index[2];
    Corners<Ball> corners;
    double unknown = 0;
    try {
      corners = corners_of<Ball>(of, n, g, k, o);
    } catch (const Undecided&) {
      unknown = std::numeric_limits<double>::quiet_NaN();
    }
    for (size_t c = 0; c < C; ++c) {
      const Ball value = sample(of, n, g, c, k, o, corners) + unknown;
      const size_t part = (g * C + c) * of.group / of.channels;
      samples.middles(g * C + c, k, o) = value.middle();
      samples.squares(part, o) += value.middle() * value.middle();
      samples.radii(part, o) += value.radius() * value.radius();
    }
  });
  return samples;
}

// The sums of one instance [group · M, |o|] in double with a bound of their errors: n products are
// at most n · u · Σ|w·s| off, their own rounding included, Σ|w·s| ≤ ‖w‖ · ‖s‖, and so are the
// radii of the samples.
Array<Ball> quick_sums(const Operands& of, size_t n) {
  const Samples samples = samples_of(of, n);
  Reals sums = full({of.group * of.M, of.outputs}, 0.0);
  const Elements<double> x(samples.middles), w(of.W.values());
  std::vector<Product<double>> products;
  for (size_t g = 0; g < of.group; ++g) {
    products.push_back({w.matrix(of.M, of.inner, {g * of.M * of.inner, of.inner, 1}),
                        x.matrix(of.inner, of.outputs, {g * of.inner * of.outputs, of.outputs, 1}),
                        sums.data() + g * of.M * of.outputs});
  }
  add_products(products);
  Array<Ball> balls = empty_array<Ball>(sums.shape());
  const double unit = (static_cast<double>(of.inner) + 1) * Ball::half_ulp;
  for (size_t m = 0; m < of.group * of.M; ++m) {
    const double* row = of.W.values().data() + m * of.inner;
    const double norm = std::sqrt(std::inner_product(row, row + of.inner, row, 0.0));
    for (size_t o = 0; o < of.outputs; ++o) {
      const double spread =
          unit * std::sqrt(samples.squares(m / of.M, o)) + std::sqrt(samples.radii(m / of.M, o));
      balls(m, o) = {sums(m, o), norm * spread * (1 + 0x1p-20) + 0x1p-1060};
    }
  }
  return balls;
}

// Instance n of Y [group · M, |o|], to be rounded to `type`.
void write_instance(DType type, const Operands& of, size_t n, double* Y) {
  const bool quick = type != DType::float64;
  Array<Ball> sums;
  if (quick) sums = quick_sums(of, n);
  for (size_t m = 0; m < of.group * of.M; ++m) {
    for (size_t o = 0; o < of.outputs; ++o, ++Y) {
      if (quick) {
        const Ball y = of.with_bias(sums(m, o), m);
        *Y = y.middle();
        if (decides(type, y)) continue;
      }
      *Y = rounded_once(type,
                        [&]<class R>() -> R { return of.with_bias(element<R>(of, n, m, o), m); });
    }
  }
}

Operands operands_of(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor& W = call.tensor("W");
  const Window window = convolution_window(call, X, W);
  const auto group = static_cast<size_t>(call.integer("group"));
  Operands of{.deformed = by_offset_group(call, window),
              .window = window,
              .W = RealElements(W),
              .bias = {},
              .taps = split_at(W.shape(), 2).after,
              .outputs = split_at(output_shape(1, 1, window), 2).after,
              .channels = X.dim(1),
              .group = group,
              .M = W.dim(0) / group,
              .inner = split_at(W.shape(), 1).after};
  if (const Tensor* B = call.maybe("B")) {
    require_shape("B", *B, {W.dim(0)});
    of.bias.emplace(*B);
  }
  return of;
}

Tensor convolved(DType type, size_t N, const Operands& of) {
  const size_t channels = of.group * of.M;
  const Shape shape = output_shape(N, channels, of.window);
  if (current_rounding()) {
    return by_position(type, shape, [&]<class R>(size_t at) -> R {
      const size_t n = at / (channels * of.outputs), m = at / of.outputs % channels;
      return of.with_bias(element<R>(of, n, m, at % of.outputs), m);
    });
  }
  Reals Y = empty_array<double>(shape);
  for (size_t n = 0; n < N; ++n) {
    write_instance(type, of, n, Y.data() + n * channels * of.outputs);
  }
  return Tensor::decided(type, Y);
}

// True for the elements of Y with an offset that is NaN.
Bools without_location(const Tensor& offset, const Tensor& Y) {
  const Bools nan = nans(offset);
  const size_t outputs = split_at(Y.shape(), 2).after;
  Bools open = full(Y.shape(), false);
  for (size_t i = 0; i < open.size(); ++i) {
    const size_t n = i / (Y.dim(1) * outputs), o = i % outputs;
    for (size_t c = 0; c < offset.dim(1); ++c) {
      open.data()[i] = open.data()[i] || nan.data()[(n * offset.dim(1) + c) * outputs + o];
    }
  }
  return open;
}

Values deform_conv(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Operands of = operands_of(call);
  const Tensor sums = convolved(X.dtype(), X.dim(0), of);
  const Tensor Y =
      anything(sums, "nan_offset", [&] { return without_location(call.tensor("offset"), sums); });
  return {step_or_exact(Y, "overflow", [&] {
    Operands steps = of;
    steps.deformed.X = of.deformed.X.magnitudes();
    steps.deformed.mask = of.deformed.mask.magnitudes();
    steps.W = of.W.magnitudes();
    if (of.bias) steps.bias = of.bias->magnitudes();
    return convolved(X.dtype(), X.dim(0), steps).as<double>();
  })};
}

const Operator op("DeformConv", deform_conv, {19, 22});

}  // namespace
}  // namespace etalon
