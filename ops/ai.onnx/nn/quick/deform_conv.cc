// DeformConv as a matrix product of weights and samples, with a bound of the errors.
#include "ops/ai.onnx/nn/deform_conv.h"
#include "engine/numerics/rounded_once.h"
#include "engine/operators/rooms.h"

namespace etalon {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr uint64_t location_cost = 64 * work_per_step;  // of a corner around a location

// An element of X, by its row-major position, and how much it counts.
struct Corner {
  size_t at;
  Ball weight;
};

class Samples {
 public:
  Samples(const Call& call, const Deformed& of)
      : of_(of),
        X_(by_channels(call.tensor("X"))),
        offset_(of.offset),
        mask_(of.mask ? &*of.mask : nullptr),
        group_(size_t(call.integer("group"))),
        middles(empty_array<double>({X_.dim(1), of.taps, of.outputs})) {}

  // Those of instance n.
  void sample(size_t n) {
    squares = radii = full({group_, of_.outputs}, 0.0);
    const uint64_t corners_each = uint64_t{1} << std::min<size_t>(of_.window.size(), 16);
    count_work((location_cost + work_per_step * of_.C) * corners_each * of_.groups * of_.taps *
               of_.outputs);
    each_index({of_.groups, of_.taps, of_.outputs}, [&](const Shape& index) {
      const size_t g = index[0], k = index[1], o = index[2];
      const std::optional<std::vector<Corner>> corners = corners_of(n, g, k, o);
      for (size_t c = g * of_.C; c < (g + 1) * of_.C; ++c) {
        const Ball value = corners ? mixed(*corners, n, c) * mask(n, g, k, o) : Ball(unknown);
        const size_t part = c * group_ / X_.dim(1);
        middles(c, k, o) = value.middle();
        squares(part, o) += value.middle() * value.middle();
        radii(part, o) += value.radius() * value.radius();
      }
    });
  }

 private:
  Ball mask(size_t n, size_t g, size_t k, size_t o) const {
    return mask_ ? mask_.at<Ball>(n, g, k, o) : Ball(1);
  }

  // The elements around the place of kernel element k of output o; nothing if it is not known.
  std::optional<std::vector<Corner>> corners_of(size_t n, size_t g, size_t k, size_t o) const {
    std::vector<Corner> corners{{0, 1}}, next;
    const std::vector<double> without_offset = tap_position(of_.window, k, o);
    for (size_t axis = 0; axis < without_offset.size(); ++axis) {
      const Ball p = without_offset[axis] + offset_.at<Ball>(n, g, k, axis, o);
      const auto size = double(of_.window[axis].input);
      if (p.is_nan()) return std::nullopt;
      try {
        if (p <= -1 || p >= size) return std::vector<Corner>();
        const Ball floor = real::floor(p), fraction = p - floor;
        const double below = floor.middle();
        next.clear();
        for (const Corner& corner : corners) {
          const size_t row = corner.at * size_t(size);
          if (below >= 0) next.push_back({row + size_t(below), corner.weight * (1 - fraction)});
          if (below + 1 < size) next.push_back({row + size_t(below + 1), corner.weight * fraction});
        }
      } catch (const Undecided&) {
        return std::nullopt;
      }
      corners = next;
    }
    return corners;
  }

  Ball mixed(const std::vector<Corner>& corners, size_t n, size_t c) const {
    Ball sum = sum_of_none<Ball>(!corners.empty());
    for (const auto& [at, weight] : corners) sum += weighted(weight, X_.at<Ball>(n, c, at));
    return sum;
  }

  const Deformed& of_;
  const Reader X_, offset_, mask_;
  size_t group_;

 public:
  // In double, with NaN for unknown ones; and for each group of W and output the squares of their
  // sums and of their radii.
  Reals middles;         // [channels, |k|, |o|]
  Reals squares, radii;  // [group, |o|]
};

// n products are at most n · u · Σ|w·s| off, their own rounding included, Σ|w·s| ≤ ‖w‖ · ‖s‖, and
// so are the radii of the samples.
Array<Ball> sampled_sums(const Call& call) {
  const Deformed of = deformed(call);
  const Tensor& W = call.tensor("W");
  const size_t N = call.tensor("X").dim(0), group = size_t(call.integer("group"));
  const size_t M = W.dim(0) / group, inner = split_at(W.shape(), 1).after;
  const Reals weights = W.as<double>(), bias = channel_values(call.maybe("B"), W.dim(0));
  const Elements<double> w(weights);
  const double unit = (double(inner) + 1) * Ball::half_ulp;
  Samples samples(call, of);
  Array<Ball> Y = empty_array<Ball>({N, group * M, of.outputs});
  for (size_t n = 0; n < N; ++n) {
    samples.sample(n);
    const Elements<double> x(samples.middles);
    Reals sums = full({group * M, of.outputs}, 0.0);
    std::vector<Product<double>> products;
    for (size_t g = 0; g < group; ++g) {
      products.push_back({w.matrix(M, inner, {g * M * inner, inner, 1}),
                          x.matrix(inner, of.outputs, {g * inner * of.outputs, of.outputs, 1}),
                          sums.data() + g * M * of.outputs});
    }
    add_products(products);
    for (size_t m = 0; m < group * M; ++m) {
      const double* row = weights.data() + m * inner;
      const double norm = std::sqrt(std::inner_product(row, row + inner, row, 0.0));
      for (size_t o = 0; o < of.outputs; ++o) {
        const double spread =
            unit * std::sqrt(samples.squares(m / M, o)) + std::sqrt(samples.radii(m / M, o));
        const Ball sum(sums(m, o), norm * spread * (1 + 0x1p-20) + 0x1p-1060);
        Y(n, m, o) = sum + bias(m);
      }
    }
  }
  return Y;
}

const Quick op("DeformConv", sampled_sums);

}  // namespace
}  // namespace etalon
