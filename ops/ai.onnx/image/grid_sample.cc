// GridSample: Y[n, c, p] = X[n, c] interpolated at the location grid[n, p], whose coordinates run
// from -1 to 1 and name the innermost axis first.
//   16        two spatial axes; modes bilinear, nearest, bicubic
//   20, 22    any number of spatial axes; modes linear, nearest, cubic; 22: bfloat16
// The cubic coefficient is -0.75. padding_mode reflection mirrors a location at the pixels that -1
// and 1 stand for, until it is inside. Integers are cut, as Cast does.
#include "ops/ai.onnx/image/grid_sample.h"
#include "ops/ai.onnx/locations.h"

namespace etalon {
namespace {

// The place on an axis of `size` pixels that a coordinate of the grid stands for: -1 and 1 are the
// middles of the outer pixels with align_corners, else their outer edges.
template <class R>
R location(const R& coordinate, double size, const Sampler& sampler) {
  const R x =
      sampler.align_corners ? (coordinate + 1) / 2 * (size - 1) : ((coordinate + 1) * size - 1) / 2;
  if (sampler.padding_mode == Padding::reflection) {
    return reflected(x, size, sampler.align_corners);
  }
  // Beyond two pixels outside, all locations see the same.
  return maximum(R(-3), minimum(R(size + 2), x));
}

// The pixel that the padding mode puts in place of pixel `at`; -1 for zero.
int64_t padded(int64_t at, double size, const Sampler& sampler) {
  auto x = static_cast<double>(at);
  if (sampler.padding_mode == Padding::reflection) x = reflected(x, size, sampler.align_corners);
  if (sampler.padding_mode == Padding::border) x = std::clamp(x, 0.0, size - 1);
  return x >= 0 && x < size ? static_cast<int64_t>(x) : -1;
}

// The pixels about a place x on an axis, with their weights.
template <class R>
Taps<R> interpolation(const R& x, double size, const Sampler& sampler) {
  const int64_t reach = reach_of(sampler.mode), below = to_integer(real::floor(x));
  Taps<R> taps;
  for (int64_t i = below - reach + 1; i <= below + reach; ++i) {
    const R weight = kernel<R>(sampler.mode, static_cast<double>(i) - x);
    const int64_t at = padded(i, size, sampler);
    if (at >= 0 && (sampler.weightless || !(weight == 0))) add_tap(taps, at, weight);
  }
  return taps;
}

}  // namespace

// Y[n, c, l] = Σ weight · X[n, c, at]. "For integer input types, intermediate values are computed
// as floating point and cast to integer at the end."
Tensor interpolated(const Tensor& input, const Sampler& sampler) {
  const size_t N = input.dim(0), C = input.dim(1);
  const Reader X(input.reshaped({N, C, element_count(sampler.image)}));
  const auto channels = [&]<class R>(size_t n, size_t l) {
    Taps<R> taps{{0, R(1)}};  // of all axes together
    for (size_t axis = 0; axis < sampler.image.size(); ++axis) {
      const auto size = static_cast<double>(sampler.image[axis]);
      const R x = location(sampler.coordinate<R>(n, l, axis), size, sampler);
      taps = product(taps, interpolation(x, size, sampler), sampler.image[axis]);
    }
    Array<R> y = empty_array<R>({C});
    for (size_t c = 0; c < C; ++c) {
      R sum(taps.empty() ? 0.0 : -0.0);
      for (const auto& [at, weight] : taps) sum += weight * X.at<R>(n, c, size_t(at));
      y(c) = is_integer(input.dtype()) ? real::trunc(sum) : sum;
      if (input.dtype() == DType::boolean) y(c) = R(sum == 0 ? 0 : 1);
    }
    return y;
  };
  return each_location(input.dtype(), {N, C, element_count(sampler.locations)}, channels);
}

int64_t nearest_pixel(const Sampler& sampler, size_t n, size_t l, Halfway halfway) {
  return exactly([&]<class R>() -> int64_t {
    int64_t pixel = 0;
    for (size_t axis = 0; axis < sampler.image.size(); ++axis) {
      const auto size = static_cast<double>(sampler.image[axis]);
      const R x = location(sampler.coordinate<R>(n, l, axis), size, sampler);
      const R nearest = halfway == Halfway::even ? real::rint(x)
                        : halfway == Halfway::up ? real::floor(x + R(0.5))
                                                 : real::ceil(x - R(0.5));
      const int64_t at = padded(to_integer(nearest), size, sampler);
      if (at < 0) return -1;
      pixel = pixel * static_cast<int64_t>(sampler.image[axis]) + at;
    }
    return pixel;
  });
}

Tensor pixels_of(const Tensor& X, const Sampler& sampler, const Ints& pixels) {
  const auto size = static_cast<int64_t>(element_count(sampler.image));
  const Ints first = positions({X.dim(0), X.dim(1), 1}) * size;
  return take(X, xt::where(pixels < 0, int64_t{-1}, first + pixels));
}

// Elements of all types, moved unchanged.
Tensor nearest(const Tensor& X, const Sampler& sampler, Halfway halfway) {
  Ints pixels = empty_array<int64_t>({X.dim(0), 1, element_count(sampler.locations)});
  each_index(pixels.shape(),
             [&](const Shape& at) { pixels[at] = nearest_pixel(sampler, at[0], at[2], halfway); });
  return pixels_of(X, sampler, pixels);
}

namespace {

Values grid_sample(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Sampler sampler = sampler_of(call);
  const Tensor Y = sampler.mode == Interpolation::nearest
                       ? nearest(X, sampler, Halfway::even)
                       : by_parts(X, [&](const Tensor& x) { return interpolated(x, sampler); });
  Shape shape{X.dim(0), X.dim(1)};
  shape.insert(shape.end(), sampler.locations.begin(), sampler.locations.end());
  return {Y.reshaped(shape)};
}

const Operator op("GridSample", grid_sample, {16, 20, 22});

}  // namespace
}  // namespace etalon
