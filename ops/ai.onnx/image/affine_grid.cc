// AffineGrid: grid[n, p] = theta[n] · (position of p, 1), where positions run from -1 to 1 along
// each axis and coordinates name the innermost axis first.
//   20
#include "engine/numerics/rounded_once.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

// A pixel's position, a quotient of whole numbers.
struct Position {
  double numerator, denominator;
};

// With align_corners, -1 and 1 are the middles of the first and last of `size` pixels, else their
// outer edges. A single layer of a volume lies at -1, by the operator's function body; so does a
// single pixel, if that is asked for.
Position position(size_t index, size_t size, bool align_corners, bool depth) {
  const auto n = static_cast<double>(size);
  const auto i = static_cast<double>(index);
  if (!align_corners) return {2 * i + 1 - n, n};
  if (size > 1) return {2 * i - (n - 1), n - 1};
  if (depth || choices_wanted()) return {-1, 1};
  throw Unspecified("with align_corners, an image one pixel wide or high has no positions");
}

using Positions = std::vector<Position, BudgetAllocator<Position>>;

// The positions along each axis, the innermost first.
std::vector<Positions> positions_of(const Shape& image, bool align_corners) {
  std::vector<Positions> positions;
  for (size_t axis = image.size(); axis-- > 0;) {
    Positions along;
    along.reserve(image[axis]);
    for (size_t i = 0; i < image[axis]; ++i) {
      along.push_back(position(i, image[axis], align_corners, positions.size() == 2));
    }
    positions.push_back(std::move(along));
  }
  return positions;
}

// One row of theta · (the pixel's positions, 1), divided once. The row begins at element `first` of
// theta; pixels are counted in row-major order.
template <class R>
R coordinate(const RealElements& theta, size_t first, size_t pixel,
             const std::vector<Positions>& positions) {
  double common = 1;
  for (const Positions& along : positions) common *= along[0].denominator;
  R sum = theta.at<R>(first + positions.size()) * R(common);
  for (size_t k = 0; k < positions.size(); ++k) {
    const auto& [numerator, denominator] = positions[k][pixel % positions[k].size()];
    sum += theta.at<R>(first + k) * R(numerator) * R(common / denominator);
    pixel /= positions[k].size();
  }
  return unweighted(sum, R(common));
}

Values affine_grid(const Call& call) {
  const Tensor& theta = call.tensor("theta");
  const Shape size = to_shape(call.tensor("size").ints());
  if (size.size() != 4 && size.size() != 5) {
    throw InvalidInput("size has {} elements, neither 4 nor 5", size.size());
  }
  const size_t N = size[0], d = size.size() - 2;
  const Shape image(size.begin() + 2, size.end());
  require_shape("theta", theta, {N, d, d + 1});
  const size_t pixels = element_count(image);
  const std::vector<Positions> positions = positions_of(image, call.flag("align_corners"));
  const RealElements elements(theta);
  Shape shape{N};
  shape.insert(shape.end(), image.begin(), image.end());
  shape.push_back(d);
  const Tensor grid = by_position(theta.dtype(), shape, [&]<class R>(size_t place) -> R {
    const size_t row = place / (d * pixels) * d + place % d;
    return coordinate<R>(elements, row * (d + 1), place / d % pixels, positions);
  });
  const bool single = call.flag("align_corners") && (image[d - 2] == 1 || image[d - 1] == 1);
  return {anything(grid, "zero_divisor", [&] { return full(grid.shape(), single); })};
}

const Operator op("AffineGrid", affine_grid, {20});

}  // namespace
}  // namespace etalon
