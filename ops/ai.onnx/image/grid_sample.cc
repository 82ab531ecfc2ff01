// GridSample: Y[n, c, p] = X[n, c] interpolated at the location grid[n, p], whose coordinates run
// from -1 to 1 and name the innermost axis first.
//   16        two spatial axes; modes bilinear, nearest, bicubic
//   20, 22    any number of spatial axes; modes linear, nearest, cubic; 22: bfloat16
// The cubic coefficient is -0.75. padding_mode reflection mirrors a location at the pixels that -1
// and 1 stand for, until it is inside. Integers are cut, as Cast does.
#include "ops/ai.onnx/image/image.h"

namespace etalon {
namespace {

enum class Padding { zeros, border, reflection };

struct Axis {
  double size;
  bool align_corners;
  Padding padding;
};

// `x` mirrored at the axis' ends until it is inside.
double reflected(double x, const Axis& axis) {
  const double low = axis.align_corners ? 0 : -0.5;
  const double length = axis.align_corners ? axis.size - 1 : axis.size;
  if (length == 0) return 0;
  const double from_low = std::fmod(std::abs(x - low), 2 * length);
  return low + (from_low > length ? 2 * length - from_low : from_low);
}

double location(double normalized, const Axis& axis) {
  if (!std::isfinite(normalized)) {
    throw Unspecified("the grid holds {}, which is no location", normalized);
  }
  const double x = axis.align_corners ? (normalized + 1) / 2 * (axis.size - 1)
                                      : ((normalized + 1) * axis.size - 1) / 2;
  if (axis.padding == Padding::reflection) return reflected(x, axis);
  // Beyond two pixels outside, all locations see the same.
  return std::clamp(x, -3.0, axis.size + 2);
}

// The index that the padding mode puts in place of `at`; -1 for zero.
int64_t padded(double at, const Axis& axis) {
  if (axis.padding == Padding::reflection) at = reflected(at, axis);
  if (axis.padding == Padding::border) at = std::clamp(at, 0.0, axis.size - 1);
  return at >= 0 && at < axis.size ? static_cast<int64_t>(at) : -1;
}

// Along one axis; taps of one index are one.
Taps taps_at(double x, const Axis& axis, const std::string& mode) {
  const double reach = mode == "cubic" ? 2 : 1;
  if (mode == "nearest") {
    const int64_t at = padded(std::rint(x), axis);
    return at < 0 ? Taps{} : Taps{{at, 1}};
  }
  Taps taps;
  for (double i = std::floor(x) - reach + 1; i <= std::floor(x) + reach; ++i) {
    const double weight = mode == "cubic" ? cubic_kernel(i - x, -0.75) : linear_kernel(i - x);
    const int64_t at = padded(i, axis);
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

// The taps within one channel of X of a location, whose coordinates name the innermost axis first.
Taps taps_of(const Tensor& X, const double* coordinates, Axis axis, const std::string& mode) {
  const size_t r = X.rank() - 2;
  Taps taps{{0, 1}};
  for (size_t k = 0; k < r; ++k) {
    axis.size = static_cast<double>(X.dim(2 + k));
    const double x = location(coordinates[r - 1 - k], axis);
    taps = product(taps, taps_at(x, axis, mode), X.dim(2 + k));
  }
  return taps;
}

void check_shapes(const Tensor& X, const Tensor& grid, Padding padding, int version) {
  const bool fits = X.rank() >= 3 && grid.rank() == X.rank() && grid.dim(0) == X.dim(0) &&
                    grid.dim(grid.rank() - 1) == X.rank() - 2;
  if (!fits || (version < 20 && X.rank() != 4)) {
    throw InvalidInput("a grid of shape {} does not fit X's shape {}", to_string(grid.shape()),
                       to_string(X.shape()));
  }
  if (X.size() == 0 && grid.size() > 0 && padding != Padding::zeros) {
    throw InvalidInput("X is empty, so that nothing can be padded from it");
  }
}

struct Sampler {
  const Tensor& X;
  const Tensor& grid;
  Axis axis;
  std::string mode;

  // visit(output position, first element of the channel in X, taps) for each element of Y.
  template <class Visit>
  void each(Visit visit) const {
    const size_t C = X.dim(1), r = X.rank() - 2;
    const size_t pixels = split_at(X.shape(), 2).after;
    const size_t locations = element_count({grid.shape().begin() + 1, grid.shape().end() - 1});
    const Reals coordinates = grid.as<double>();
    for (size_t n = 0; n < X.dim(0); ++n) {
      for (size_t p = 0; p < locations; ++p) {
        const Taps taps = taps_of(X, coordinates.data() + (n * locations + p) * r, axis, mode);
        for (size_t channel = n * C; channel < (n + 1) * C; ++channel) {
          visit(channel * locations + p, channel * pixels, taps);
        }
      }
    }
  }
};

Tensor interpolated(const Sampler& sampler, const Shape& shape) {
  const Tensor& X = sampler.X;
  return averaged(X.dtype(), [&]<class T>() {
    const Array<T> x = X.as<T>();
    Array<T> Y = empty_array<T>(shape);
    sampler.each([&](size_t at, size_t channel, const Taps& taps) {
      Y.data()[at] = weighted_sum(x.data() + channel, 1, taps);
    });
    if constexpr (std::is_same_v<T, double>) {
      // "For integer input types, intermediate values are computed as floating point and cast to
      // integer at the end."
      if (!is_float(X.dtype())) {
        return cast(Tensor::of(DType::float64, Y), X.dtype(), {.wrap = false});
      }
    }
    return Tensor::of(X.dtype(), Y);
  });
}

// Elements of all types, moved unchanged.
Tensor nearest(const Sampler& sampler, const Shape& shape) {
  Ints from = empty_array<int64_t>(shape);
  sampler.each([&](size_t at, size_t channel, const Taps& taps) {
    from.data()[at] = taps.empty() ? -1 : static_cast<int64_t>(channel) + taps[0].at;
  });
  return take(sampler.X, from);
}

Padding padding_of(const Call& call) {
  const std::string& mode = call.text("padding_mode");
  if (mode == "zeros") return Padding::zeros;
  if (mode == "border") return Padding::border;
  if (mode == "reflection") return Padding::reflection;
  throw InvalidInput("padding_mode is '{}', not zeros, border or reflection", mode);
}

Values grid_sample(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor& grid = call.tensor("grid");
  const Padding padding = padding_of(call);
  check_shapes(X, grid, padding, call.since_version());
  const std::string prefix = call.since_version() < 20 ? "bi" : "";
  const std::string& mode = call.text("mode");
  if (mode != "nearest" && mode != prefix + "linear" && mode != prefix + "cubic") {
    throw InvalidInput("mode is '{0}', not {1}linear, nearest or {1}cubic", mode, prefix);
  }
  Shape shape{X.dim(0), X.dim(1)};
  shape.insert(shape.end(), grid.shape().begin() + 1, grid.shape().end() - 1);
  const Sampler sampler{X,
                        grid,
                        {0, call.flag("align_corners"), padding},
                        mode == "nearest" ? mode : mode.substr(prefix.size())};
  return {mode == "nearest" ? nearest(sampler, shape) : interpolated(sampler, shape)};
}

const Operator op("GridSample", grid_sample, {16, 20, 22});

}  // namespace
}  // namespace etalon
