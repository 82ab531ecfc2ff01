// GridSample: Y[n, c, p] = X[n, c] interpolated at the location grid[n, p], whose coordinates run
// from -1 to 1 and name the innermost axis first.
//   16        two spatial axes; modes bilinear, nearest, bicubic
//   20, 22    any number of spatial axes; modes linear, nearest, cubic; 22: bfloat16
// The cubic coefficient is -0.75. padding_mode reflection mirrors a location at the pixels that -1
// and 1 stand for, until it is inside. Integers are cut, as Cast does.
#include "engine/values/limits.h"
#include "ops/ai.onnx/image/image.h"

namespace etalon {
namespace {

enum class Padding { zeros, border, reflection };

struct Options {
  Interpolation mode;
  Padding padding_mode;
  bool align_corners;
};

Options options_of(const Call& call) {
  const bool two_axes = call.since_version() < 20;
  return {
      .mode = call.choice<Interpolation>("mode",
                                         {{two_axes ? "bilinear" : "linear", Interpolation::linear},
                                          {"nearest", Interpolation::nearest},
                                          {two_axes ? "bicubic" : "cubic", Interpolation::cubic}}),
      .padding_mode = call.choice<Padding>("padding_mode", {{"zeros", Padding::zeros},
                                                            {"border", Padding::border},
                                                            {"reflection", Padding::reflection}}),
      .align_corners = call.flag("align_corners")};
}

// x mirrored at the ends of an axis until it is inside.
double reflected(double x, double size, const Options& options) {
  const double low = options.align_corners ? 0 : -0.5;
  const double length = options.align_corners ? size - 1 : size;
  if (length == 0) return 0;
  const double from_low = std::fmod(std::abs(x - low), 2 * length);
  return low + (from_low > length ? 2 * length - from_low : from_low);
}

// A coordinate of the grid as a place on an axis.
double location(double normalized, double size, const Options& options) {
  if (!std::isfinite(normalized)) {
    throw Unspecified("the grid holds {}, which is not a location", normalized);
  }
  const double x =
      options.align_corners ? (normalized + 1) / 2 * (size - 1) : ((normalized + 1) * size - 1) / 2;
  if (options.padding_mode == Padding::reflection) return reflected(x, size, options);
  // Beyond two pixels outside, all locations see the same.
  return std::clamp(x, -3.0, size + 2);
}

// The index that the padding mode puts in place of `at`; -1 for zero.
int64_t padded(double at, double size, const Options& options) {
  if (options.padding_mode == Padding::reflection) at = reflected(at, size, options);
  if (options.padding_mode == Padding::border) at = std::clamp(at, 0.0, size - 1);
  return at >= 0 && at < size ? static_cast<int64_t>(at) : -1;
}

// Along one axis; taps of one index are one.
Taps taps_along(double x, double size, const Options& options) {
  if (options.mode == Interpolation::nearest) {
    const int64_t at = padded(std::rint(x), size, options);
    return at < 0 ? Taps{} : Taps{{at, 1}};
  }
  const bool cubic = options.mode == Interpolation::cubic;
  const double reach = cubic ? 2 : 1;
  Taps taps;
  for (double i = std::floor(x) - reach + 1; i <= std::floor(x) + reach; ++i) {
    const double weight = cubic ? cubic_kernel(i - x, -0.75) : linear_kernel(i - x);
    const int64_t at = padded(i, size, options);
    if (at < 0 || weight == 0) continue;
    const auto same = std::find_if(taps.begin(), taps.end(), [&](Tap t) { return t.at == at; });
    if (same == taps.end()) {
      taps.push_back({at, weight});
    } else {
      same->weight += weight;
    }
  }
  return taps;
}

// The taps of two axes together, by their row-major positions.
Taps product(const Taps& outer, const Taps& inner, size_t inner_size) {
  Taps taps;
  for (const auto& [i, v] : outer) {
    for (const auto& [j, w] : inner) {
      taps.push_back({i * static_cast<int64_t>(inner_size) + j, v * w});
    }
  }
  return taps;
}

// X and the grid with all their spatial axes as one.
struct Sampler {
  Tensor X;     // [N, C, pixels]
  Shape image;  // X's spatial axes
  Reals grid;   // [N, locations, r]
  Options options;

  // Y's shape, likewise.
  Shape shape() const { return {X.dim(0), X.dim(1), grid.shape()[1]}; }

  // The taps within one channel of X.
  Taps taps(size_t n, size_t p) const {
    Taps taps{{0, 1}};
    for (size_t axis = 0; axis < image.size(); ++axis) {
      const auto size = static_cast<double>(image[axis]);
      const double x = location(grid(n, p, image.size() - 1 - axis), size, options);
      taps = product(taps, taps_along(x, size, options), image[axis]);
    }
    return taps;
  }

  // visit(n, c, p, taps) for each element of Y.
  template <class Visit>
  void each(Visit visit) const {
    for (size_t n = 0; n < grid.shape()[0]; ++n) {
      for (size_t p = 0; p < grid.shape()[1]; ++p) {
        const Taps taps_of_all = taps(n, p);
        count_work(work_per_step * taps_of_all.size() * X.dim(1));
        for (size_t c = 0; c < X.dim(1); ++c) visit(n, c, p, taps_of_all);
      }
    }
  }
};

// "For integer input types, intermediate values are computed as floating point and cast to integer
// at the end."
Tensor cut(DType type, const Reals& Y) {
  if (is_float(type)) return Tensor::of(type, Y);
  return cast(Tensor::of(DType::float64, Y), type, {.wrap = false});
}
Tensor cut(DType type, const Complexes& Y) { return Tensor::of(type, Y); }

Tensor interpolated(const Sampler& sampler) {
  const DType type = sampler.X.dtype();
  return averaged(type, [&]<class T>() {
    const Array<T> X = sampler.X.as<T>();
    Array<T> Y = empty_array<T>(sampler.shape());
    sampler.each([&](size_t n, size_t c, size_t p, const Taps& taps) {
      Y(n, c, p) = weighted_sum<T>(taps, [&](size_t at) { return X(n, c, at); });
    });
    return cut(type, Y);
  });
}

// Elements of all types, moved unchanged.
Tensor nearest(const Sampler& sampler) {
  const size_t C = sampler.X.dim(1), pixels = sampler.X.dim(2);
  Ints from = empty_array<int64_t>(sampler.shape());
  sampler.each([&](size_t n, size_t c, size_t p, const Taps& taps) {
    const auto channel = static_cast<int64_t>((n * C + c) * pixels);
    from(n, c, p) = taps.empty() ? -1 : channel + taps[0].at;
  });
  return take(sampler.X, from);
}

void check_shapes(const Call& call, Padding padding_mode) {
  const Tensor& X = call.tensor("X");
  const Tensor& grid = call.tensor("grid");
  const bool fits = X.rank() >= 3 && grid.rank() == X.rank() && grid.dim(0) == X.dim(0) &&
                    grid.shape().back() == X.rank() - 2;
  if (!fits || (call.since_version() < 20 && X.rank() != 4)) {
    throw InvalidInput("a grid of shape {} does not fit X's shape {}", to_string(grid.shape()),
                       to_string(X.shape()));
  }
  if (X.size() == 0 && grid.size() > 0 && padding_mode != Padding::zeros) {
    throw InvalidInput("X is empty, so that nothing can be padded from it");
  }
}

Values grid_sample(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor& grid = call.tensor("grid");
  const Options options = options_of(call);
  check_shapes(call, options.padding_mode);
  const size_t N = X.dim(0), C = X.dim(1);
  const Shape image(X.shape().begin() + 2, X.shape().end());
  const Shape locations(grid.shape().begin() + 1, grid.shape().end() - 1);
  const Sampler sampler{X.reshaped({N, C, element_count(image)}), image,
                        grid.reshaped({N, element_count(locations), image.size()}).as<double>(),
                        options};
  const Tensor Y =
      options.mode == Interpolation::nearest ? nearest(sampler) : interpolated(sampler);
  Shape shape{N, C};
  shape.insert(shape.end(), locations.begin(), locations.end());
  return {Y.reshaped(shape)};
}

const Operator op("GridSample", grid_sample, {16, 20, 22});

}  // namespace
}  // namespace etalon
