// GridSample: Y[n, c, p] = X[n, c] interpolated at the location grid[n, p], whose coordinates run
// from -1 to 1 and name the innermost axis first.
//   16        two spatial axes; modes bilinear, nearest, bicubic
//   20, 22    any number of spatial axes; modes linear, nearest, cubic; 22: bfloat16
// The cubic coefficient is -0.75. padding_mode reflection mirrors a location at the pixels that -1
// and 1 stand for, until it is inside. Integers are cut, as Cast does.
#include "engine/numerics/paths.h"
#include "engine/operators/choice.h"
#include "engine/values/limits.h"
#include "engine/values/side.h"
#include "ops/ai.onnx/image/image.h"

namespace etalon {
namespace {

enum class Padding { zeros, border, reflection };

struct Options {
  Interpolation mode;
  Padding padding_mode;
  bool align_corners;
  // 0.5 or -0.5: the nearest of two is the greater or the lesser, not the even one.
  double ties = 0;
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
template <class R>
R reflected(const R& x, double size, const Options& options) {
  const double low = options.align_corners ? 0 : -0.5;
  const double length = options.align_corners ? size - 1 : size;
  if (length == 0) return R(0);
  const R from_low = real::abs(x - low);
  const R whole_periods = real::rint(from_low / (2 * length));
  return low + real::abs(from_low - whole_periods * (2 * length));
}

// A coordinate of the grid as a place on an axis.
template <class R>
R location(const R& normalized, double size, const Options& options) {
  if (!is_finite(normalized)) {
    throw Unspecified("the grid holds {}, which is not a location", normalized.middle());
  }
  const R x =
      options.align_corners ? (normalized + 1) / 2 * (size - 1) : ((normalized + 1) * size - 1) / 2;
  if (options.padding_mode == Padding::reflection) return reflected(x, size, options);
  // Beyond two pixels outside, all locations see the same.
  return maximum(R(-3), minimum(R(size + 2), x));
}

// The index that the padding mode puts in place of `at`; -1 for zero.
int64_t padded(double at, double size, const Options& options) {
  if (options.padding_mode == Padding::reflection) at = reflected(at, size, options);
  if (options.padding_mode == Padding::border) at = std::clamp(at, 0.0, size - 1);
  return at >= 0 && at < size ? static_cast<int64_t>(at) : -1;
}

// Adds a tap to others; taps of one index are one.
template <class R>
void add_tap(Taps<R>& taps, int64_t at, const R& weight) {
  const auto same =
      std::find_if(taps.begin(), taps.end(), [&](const Tap<R>& tap) { return tap.at == at; });
  if (same == taps.end()) {
    taps.push_back({at, weight});
  } else {
    same->weight += weight;
  }
}

// Along one axis.
template <class R>
Taps<R> taps_along(const R& x, double size, const Options& options) {
  if (options.mode == Interpolation::nearest) {
    const double nearest = options.ties > 0   ? real::floor(x + R(0.5)).middle()
                           : options.ties < 0 ? real::ceil(x - R(0.5)).middle()
                                              : real::rint(x).middle();
    const int64_t at = padded(nearest, size, options);
    return at < 0 ? Taps<R>{} : Taps<R>{{at, R(1)}};
  }
  const bool cubic = options.mode == Interpolation::cubic;
  const double reach = cubic ? 2 : 1, below = real::floor(x).middle();
  Taps<R> taps;
  for (double i = below - reach + 1; i <= below + reach; ++i) {
    const R weight = cubic ? cubic_kernel<R>(i - x, -0.75) : linear_kernel<R>(i - x);
    const int64_t at = padded(i, size, options);
    if (at >= 0 && !(weight == 0)) add_tap(taps, at, weight);
  }
  return taps;
}

// The taps of two axes together, by their row-major positions.
template <class R>
Taps<R> product(const Taps<R>& outer, const Taps<R>& inner, size_t inner_size) {
  Taps<R> taps;
  for (const auto& [i, v] : outer) {
    for (const auto& [j, w] : inner) {
      taps.push_back({i * static_cast<int64_t>(inner_size) + j, v * w});
    }
  }
  return taps;
}

// X and the grid with all their spatial axes as one.
struct Sampler {
  Tensor X;           // [N, C, pixels]
  Shape image;        // X's spatial axes
  RealElements grid;  // [N, locations, r]
  Options options;

  size_t N() const { return grid.shape()[0]; }
  size_t C() const { return X.dim(1); }
  size_t locations() const { return grid.shape()[1]; }
  // Y's shape, likewise.
  Shape shape() const { return {X.dim(0), C(), locations()}; }

  // The taps of location p of image n within one channel of X.
  template <class R>
  Taps<R> taps(size_t n, size_t p) const {
    const size_t axes = image.size();
    Taps<R> taps{{0, R(1)}};
    for (size_t axis = 0; axis < axes; ++axis) {
      const auto size = static_cast<double>(image[axis]);
      const R coordinate = grid.at<R>((n * locations() + p) * axes + axes - 1 - axis);
      const R x = location(coordinate, size, options);
      taps = product(taps, taps_along(x, size, options), image[axis]);
    }
    count_terms<R>(taps.size() * C());
    return taps;
  }
};

// "For integer input types, intermediate values are computed as floating point and cast to integer
// at the end."
template <class R>
R finished(DType type, const R& average) {
  if (type == DType::boolean) return average == 0 ? R(0) : R(1);
  return is_float(type) ? average : real::trunc(average);
}

// All channels at location p of image n, whose elements are X.
template <class R>
Array<R> channels(const Sampler& sampler, const RealElements& X, size_t n, size_t p) {
  const Taps<R> taps = sampler.taps<R>(n, p);
  const size_t C = sampler.C(), pixels = sampler.X.dim(2);
  Array<R> y = empty_array<R>({C});
  for (size_t c = 0; c < C; ++c) {
    const size_t first = (n * C + c) * pixels;
    const R average = weighted_sum(taps, [&](size_t at) { return X.at<R>(first + at); });
    y(c) = finished(sampler.X.dtype(), average);
  }
  return y;
}

// f(n, p) for each location p of each image n.
template <class T, class F>
Array<T> at_locations(const Sampler& sampler, F f) {
  Array<T> Y = empty_array<T>(sampler.shape());
  for (size_t n = 0; n < sampler.N(); ++n) {
    for (size_t p = 0; p < sampler.locations(); ++p) {
      xt::view(Y, n, xt::all(), p) = Array<T>(f(n, p));
    }
  }
  return Y;
}

Tensor interpolated(const Sampler& sampler) {
  const DType type = sampler.X.dtype();
  const RealElements X(sampler.X);
  if (current_rounding()) {
    return averages_of(type, at_locations<ArbBall>(sampler, [&](size_t n, size_t p) {
                         return over_paths([&] { return channels<ArbBall>(sampler, X, n, p); });
                       }));
  }
  return averages_of(type, at_locations<double>(sampler, [&](size_t n, size_t p) {
                       return over_reals(averaged_in(type), [&]<class R>() {
                         return decided(averaged_in(type), channels<R>(sampler, X, n, p));
                       });
                     }));
}

// The pixels that location p of image n may be nearest to, -1 for none: one, or several when
// rounding is to be taken into account.
std::vector<int64_t> nearest_pixels(const Sampler& sampler, size_t n, size_t p) {
  std::vector<int64_t> pixels;
  const auto pixel = [&]<class R>() {
    const Taps<R> taps = sampler.taps<R>(n, p);
    return taps.empty() ? -1 : taps[0].at;
  };
  if (!current_rounding()) return {over_reals(DType::float32, pixel)};
  PathScope paths;
  do {
    pixels.push_back(pixel.operator()<ArbBall>());
  } while (paths.next());
  return pixels;
}

// Elements of all types, moved unchanged.
Tensor nearest(const Sampler& sampler) {
  const size_t C = sampler.C(), size = sampler.X.dim(2), locations = sampler.locations();
  std::vector<std::vector<int64_t>> pixels;
  size_t most = 1;
  for (size_t i = 0; i < sampler.N() * locations; ++i) {
    pixels.push_back(nearest_pixels(sampler, i / locations, i % locations));
    most = std::max(most, pixels.back().size());
  }
  const auto taken = [&](size_t number) {
    Ints from = empty_array<int64_t>(sampler.shape());
    each_index(from.shape(), [&](const Shape& index) {
      const auto& known = pixels[index[0] * locations + index[2]];
      const int64_t at = known[number < known.size() ? number : 0];
      const size_t first = (index[0] * C + index[1]) * size;
      from[index] = at < 0 ? -1 : static_cast<int64_t>(first) + at;
    });
    return take(sampler.X, from);
  };
  Tensor Y = taken(0);
  for (size_t number = 1; number < most && is_float(Y.dtype()); ++number) {
    Y = or_instead(Y, taken(number));
  }
  return Y;
}

// The same as `interpolated` for complex numbers: their parts are channels.
Tensor interpolated_by_parts(const Sampler& sampler) {
  const std::vector<size_t> parts_last{0, 1, 3, 2};
  const size_t N = sampler.X.dim(0), C = sampler.C();
  const Tensor parts = transposed(parts_of(sampler.X), parts_last);
  const Tensor Y = interpolated(
      {parts.reshaped({N, 2 * C, sampler.X.dim(2)}), sampler.image, sampler.grid, sampler.options});
  return of_parts(sampler.X.dtype(),
                  transposed(Y.reshaped({N, C, 2, sampler.locations()}), parts_last));
}

Tensor sampled(const Sampler& sampler) {
  if (sampler.options.mode == Interpolation::nearest) return nearest(sampler);
  require_averages(sampler.X.dtype());
  return is_complex(sampler.X.dtype()) ? interpolated_by_parts(sampler) : interpolated(sampler);
}

// Version 16 does not say which of two nearest elements counts; and cubic interpolation of integers
// leaves their range.
Tensor open_samples(const Call& call, const Tensor& Y, const Sampler& sampler) {
  if (!choices_wanted()) return Y;
  if (sampler.options.mode == Interpolation::nearest) {
    if (call.since_version() > 16) return Y;
    const auto rounding = [&](double ties) {
      Sampler other = sampler;
      other.options.ties = ties;
      return sampled(other);
    };
    const Tensor up = either_of(Y, "ties_16", "even", "up", [&] { return rounding(0.5); });
    return either_of(up, "ties_16", "even", "down", [&] { return rounding(-0.5); });
  }
  if (!is_integer(Y.dtype())) return Y;
  return saturate_or_wrap(Y, "overflow", [&] {
    Sampler wide = sampler;
    wide.X = in_float64(sampler.X);
    return Reals(xt::trunc(sampled(wide).as<double>()));
  });
}

// The grid with locations far outside in place of infinities, and the middle in place of NaN, if
// that is asked for; without_location marks what depends on them.
Tensor finite_grid(const Tensor& grid) {
  if (!choices_wanted()) return grid;
  const Reals locations = by_element(grid.as<double>(), [](double x) {
    return std::isnan(x) ? 0.0 : std::clamp(x, -0x1p15, 0x1p15);
  });
  return xt::all(xt::isfinite(grid.as<double>())) ? grid : Tensor::decided(grid.dtype(), locations);
}

// Marks the elements of Y [N, C, locations] that have a coordinate in the grid for which the test
// holds.
template <class Test>
Tensor without_location(const Tensor& Y, std::string_view point, const Tensor& grid, Test test) {
  return anything(Y, point, [&] {
    const Reals coordinates = grid.as<double>();
    const size_t axes = grid.shape().back();
    Bools open = full(Y.shape(), false);
    each_index(Y.shape(), [&](const Shape& at) {
      const double* location = coordinates.data() + (at[0] * Y.dim(2) + at[2]) * axes;
      open[at] = std::any_of(location, location + axes, test);
    });
    return open;
  });
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
  const Sampler sampler{
      X.reshaped({N, C, element_count(image)}), image,
      RealElements(finite_grid(grid).reshaped({N, element_count(locations), image.size()})),
      options};
  const Tensor samples = open_samples(call, sampled(sampler), sampler);
  const Tensor located =
      without_location(samples, "nan_grid", grid, [](double x) { return std::isnan(x); });
  const Tensor Y = without_location(located, "inf", grid, [](double x) { return std::isinf(x); });
  Shape shape{N, C};
  shape.insert(shape.end(), locations.begin(), locations.end());
  return {Y.reshaped(shape)};
}

const Operator op("GridSample", grid_sample, {16, 20, 22});

}  // namespace
}  // namespace etalon
