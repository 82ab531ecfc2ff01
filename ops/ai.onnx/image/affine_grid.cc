// AffineGrid: grid[n, p] = theta[n] · (position of p, 1), where positions run from -1 to 1 along
// each axis and coordinates name the innermost axis first.
//   20
#include "engine/numerics/matmul.h"
#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

// With align_corners, -1 and 1 are the middles of the first and last of `size` pixels, else their
// outer edges. A single layer of a volume lies at -1, by the operator's function body.
double position(size_t index, size_t size, bool align_corners, bool depth) {
  const auto n = static_cast<double>(size);
  const auto i = static_cast<double>(index);
  if (!align_corners) return (2 * i + 1 - n) / n;
  if (size > 1) return (2 * i - (n - 1)) / (n - 1);
  if (depth) return -1;
  throw Unspecified("with align_corners, an image one pixel wide or high has no positions");
}

// [d + 1, pixels]: the coordinates of each pixel in row-major order, and 1.
Reals positions_of(const Shape& image, bool align_corners) {
  const size_t d = image.size();
  Reals positions = full<double>({d + 1, element_count(image)}, 1);
  size_t p = 0;
  each_index(image, [&](const Shape& index) {
    for (size_t k = 0; k < d; ++k) {
      const size_t axis = d - 1 - k;
      positions(k, p) = position(index[axis], image[axis], align_corners, k == 2);
    }
    ++p;
  });
  return positions;
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
  const Reals positions = positions_of(image, call.flag("align_corners"));
  const Reals grid = matmul(theta.as<double>(), positions, theta.dtype() == DType::float64);
  Shape shape{N};
  shape.insert(shape.end(), image.begin(), image.end());
  shape.push_back(d);
  return {Tensor::of(theta.dtype(), xt::transpose(grid, {0, 2, 1})).reshaped(shape)};
}

const Operator op("AffineGrid", affine_grid, {20});

}  // namespace
}  // namespace etalon
