// AffineGrid: grid[n, p] = theta[n] · (position of p, 1), where positions run from -1 to 1 along
// each axis and coordinates name the innermost axis first.
//   20
#include "engine/formula.h"

namespace etalon {
namespace {

// The positions along an axis are numerators / denominator.
struct Positions {
  Reals numerators;
  double denominator;
};

// With align_corners, -1 and 1 are the middles of the first and last of `size` pixels, else their
// outer edges. A single layer of a volume lies at -1, by the operator's function body.
Positions positions_along(size_t size, bool align_corners, bool depth) {
  const auto n = static_cast<double>(size);
  const Reals i = xt::cast<double>(coordinate({size}, 0));
  if (!align_corners) return {2.0 * i + 1.0 - n, n};
  if (size != 1) return {2.0 * i - (n - 1), n - 1};
  const Positions first{full<double>({1}, -1), 1};
  if (depth) return first;
  return undefined(first, "with align_corners, an image one pixel wide or high has no positions");
}

Values affine_grid(const Call& call) {
  require_rank("size", call.tensor("size"), 1);
  const Shape size = to_shape(call.tensor("size").ints());
  if (size.size() != 4 && size.size() != 5) {
    throw InvalidInput("size has {} elements, neither 4 nor 5", size.size());
  }
  const size_t N = size[0], d = size.size() - 2;
  const Shape image(size.begin() + 2, size.end());
  require_shape("theta", call.tensor("theta"), {N, d, d + 1});
  const size_t pixels = element_count(image);
  const Reader theta(call.tensor("theta"));
  std::vector<Positions> positions;  // the innermost axis first
  double common = 1;
  for (size_t axis = d; axis-- > 0;) {
    positions.push_back(positions_along(image[axis], call.flag("align_corners"), d - axis == 3));
    common *= positions.back().denominator;
  }
  // Σ theta · position, over the common denominator: divided once, exact coordinates stay exact.
  const auto coordinate = [&]<class R>(size_t n, size_t p, size_t row) -> R {
    Sum<R> sum;
    sum.add(theta.at<R>(n, row, d) * R(common));
    for (size_t k = 0; k < d; ++k) {
      const auto& [numerators, denominator] = positions[k];
      sum.add(theta.at<R>(n, row, k) * R(numerators(p % numerators.size())) *
              R(common / denominator));
      p /= numerators.size();
    }
    return sum.result() / R(common);
  };
  const Tensor grid = each_output(call.tensor("theta").dtype(), {N, pixels, d}, coordinate);
  Shape shape = without_axes(size, {1});
  shape.push_back(d);
  return {grid.reshaped(shape)};
}

const Operator op("AffineGrid", affine_grid, {20});

}  // namespace
}  // namespace etalon
