#include "ops/ai.onnx/image/resampling.h"

#include "engine/values/limits.h"
#include "engine/values/side.h"

namespace etalon {
namespace {

void check_length(double length) {
  if (!(length >= 0)) {
    throw InvalidInput("an axis of the output would have the length {}", length);
  }
  if (length >= 0x1p48) {
    throw LimitExceeded("an axis of the output would have the length {}", length);
  }
}

}  // namespace

void Extent::resize_to(const Rational& length, double shift) {
  const int64_t whole = (length + shift).floor();
  check_length(static_cast<double>(whole));
  length_resized = length;
  output_dimension = static_cast<size_t>(whole);
}

void Extent::scale_by(double scale) {
  if (!(scale > 0)) throw InvalidInput("the scale {} is not greater than 0", scale);
  const double extent = scale * (roi_end - roi_start);
  if (!std::isfinite(extent)) check_length(static_cast<double>(length_original) * extent);
  numerator = scale;
  denominator = 1;
  const Rational part = Rational(roi_end) - roi_start;
  resize_to(Rational(static_cast<double>(length_original)) * scale * part, 0);
}

namespace {

Rational x_original(double x_resized, const Extent& axis, Coordinates mode) {
  const Rational x = x_resized, half = 0.5, last = axis.last();
  const Rational& length_resized = axis.length_resized;
  switch (mode) {
    case Coordinates::half_pixel:
      return axis.unscaled(x + half) - half;
    case Coordinates::half_pixel_symmetric: {
      const Rational adjustment = static_cast<double>(axis.output_dimension) / length_resized;
      const Rational center = static_cast<double>(axis.length_original) / 2;
      const Rational offset = center * (1 - adjustment);
      return offset + axis.unscaled(x + half) - half;
    }
    case Coordinates::pytorch_half_pixel:
      return length_resized > 1 ? axis.unscaled(x + half) - half : 0;
    case Coordinates::align_corners:
      return x_resized == 0 ? 0 : x * last / (length_resized - 1);
    case Coordinates::asymmetric:
      return axis.unscaled(x);
    case Coordinates::tf_half_pixel_for_nn:
      return axis.unscaled(x + half);
    case Coordinates::tf_crop_and_resize: {
      const Rational start = axis.roi_start, end = axis.roi_end;
      if (!(length_resized > 1)) return half * (start + end) * last;
      return start * last + x * (end - start) * last / (length_resized - 1);
    }
  }
  throw InternalError("a mode of coordinates has no formula");
}

// What another runtime's x_original may be off by: the rounding of some operations, unless all of
// them are exact, as they are where x and its step have few bits.
double location_error(const Rational& x, const Rational& step) {
  const Rounding* rounding = current_rounding();
  if (!rounding) return 0;
  const auto is_short = [](const Rational& value) {
    const double near = value.nearest();
    return value == near && round_to(DType::bfloat16, near) == near;
  };
  if (is_short(x) && is_short(step)) return 0;
  constexpr double operations = 8;
  return operations * rounding->unit() * (std::fabs(x.nearest()) + 1);
}

int64_t nearest(const Rational& x, const Extent& axis, NearestMode mode) {
  switch (mode) {
    case NearestMode::round_prefer_floor:
      return (x - 0.5).ceil();
    case NearestMode::round_prefer_ceil:
      return (x + 0.5).floor();
    case NearestMode::floor:
      return x.floor();
    case NearestMode::ceil:
      return x.ceil();
    case NearestMode::simple:
      return axis.shrinks() ? x.ceil() : x.floor();
  }
  throw InternalError("a nearest_mode has no formula");
}

int64_t clamped(int64_t at, const Extent& axis) {
  return std::clamp<int64_t>(at, 0, static_cast<int64_t>(axis.length_original) - 1);
}

// Weights as shares of a whole: of their sum, or of 1.
Mixture<Rational> mixture_of(Taps<Rational> taps, bool of_their_sum) {
  Rational multiple = 1;
  for (const auto& [at, weight] : taps) multiple = weight.multiple_of(multiple);
  Rational total = 0;
  for (auto& [at, weight] : taps) {
    weight = weight * multiple;
    total = total + weight;
  }
  return {std::move(taps), of_their_sum ? total : multiple};
}

// The sampling locations are the whole numbers that the kernel reaches from x; those outside the
// axis stand for its nearest end.
// A location that may be off by `error` changes a weight by at most twice as much: so much is the
// kernels' greatest slope. Then what has no weight may have some.
Mixture<Rational> weighted_taps(const Rational& x, double error, const Extent& axis,
                                const Sampling& sampling) {
  const bool cubic = sampling.mode == Interpolation::cubic;
  const Rational one = 1;
  const Rational stretch = sampling.antialias ? std::max(one, axis.unscaled(one)) : one;
  const Rational reach = stretch * (cubic ? 2 : 1);
  Taps<Rational> taps;
  Rational total = 0;
  for (int64_t at = (x - reach).ceil(), last = (x + reach).floor(); at <= last; ++at) {
    count_work(work_per_step);  // those outside may be many, and leave no tap
    if (sampling.exclude_outside && clamped(at, axis) != at) continue;
    const Rational t = (static_cast<double>(at) - x) / stretch;
    const Rational weight =
        cubic ? cubic_kernel<Rational>(t, sampling.cubic_coeff_a) : linear_kernel(t);
    if (weight != 0 || error != 0) taps.push_back({clamped(at, axis), weight});
    total = total + weight;
  }
  const bool normalized = sampling.exclude_outside || stretch > 1;
  if (normalized && total == 0) {
    throw Unspecified("all sampling locations about {} lie outside the tensor", x.nearest());
  }
  Mixture<Rational> mixture = mixture_of(std::move(taps), normalized);
  mixture.slack = 2 * error;
  return mixture;
}

bool is_copied(const Extent& axis, const Sampling& sampling) {
  if (axis.changes() || sampling.coordinates == Coordinates::tf_half_pixel_for_nn) return false;
  const bool whole = axis.roi_start == 0 && axis.roi_end == 1;
  return whole || sampling.coordinates != Coordinates::tf_crop_and_resize;
}

AxisEntries entries_of(const Extent& axis, const Sampling& sampling) {
  if (is_copied(axis, sampling)) return std::nullopt;
  if (axis.length_original == 0 && axis.output_dimension > 0) {
    throw InvalidInput("an empty axis cannot become {} long", axis.output_dimension);
  }
  const bool cropped = sampling.coordinates == Coordinates::tf_crop_and_resize;
  Mixtures<Rational> entries(axis.output_dimension);
  if (cropped && !(std::isfinite(axis.roi_start) && std::isfinite(axis.roi_end))) return entries;
  const auto location = [&](double i) { return x_original(i, axis, sampling.coordinates); };
  const Rational step = entries.size() > 1 ? location(1) - location(0) : 0;
  for (size_t i = 0; i < entries.size(); ++i) {
    const Rational x = location(static_cast<double>(i));
    const double error = location_error(x, step);
    if (cropped && (x < 0 || x > axis.last())) continue;
    if (sampling.mode == Interpolation::nearest) {
      const auto tap = [&](const Rational& at) -> Tap<Rational> {
        return {clamped(nearest(at, axis, sampling.nearest_mode), axis), 1};
      };
      entries[i].taps = {tap(x)};
      if (error != 0)
        entries[i].taps.insert(entries[i].taps.end(), {tap(x - error), tap(x + error)});
    } else {
      entries[i] = weighted_taps(x, error, axis, sampling);
    }
  }
  return entries;
}

// The entries of X that the taps of this number name, or the first of those that do not have so
// many.
Tensor picked_along(const Tensor& X, size_t axis, const Mixtures<Rational>& entries,
                    size_t number) {
  std::vector<size_t> indices;
  for (const Mixture<Rational>& entry : entries) {
    const size_t tap = number < entry.taps.size() ? number : 0;
    indices.push_back(entry.taps.empty() ? 0 : static_cast<size_t>(entry.taps[tap].at));
  }
  return pick(X, axis, indices);
}

// Each entry is one old entry, so that elements of all types move unchanged. Further taps are those
// that rounding may put in place of the first.
Tensor picked(Tensor X, const std::vector<AxisEntries>& axes) {
  for (size_t axis = 0; axis < axes.size(); ++axis) {
    if (!axes[axis]) continue;
    Tensor Y = picked_along(X, axis, *axes[axis], 0);
    if (current_rounding() && is_float(X.dtype())) {
      for (const size_t other : {1, 2})
        Y = or_instead(Y, picked_along(X, axis, *axes[axis], other));
    }
    X = Y;
  }
  return X;
}

// The extrapolation value in an element type.
Tensor extrapolation(DType type, double value) {
  if (is_complex(type)) return Tensor::of(type, scalar_array<std::complex<double>>(value));
  return averages_of(type, scalar_array(is_float(type) ? value : std::rint(value)));
}

// Entries that are made of nothing become `value`.
Tensor extrapolated(Tensor Y, const std::vector<AxisEntries>& axes, double value) {
  const auto is_gap = [](const Mixture<Rational>& entry) { return entry.taps.empty(); };
  for (size_t axis = 0; axis < axes.size(); ++axis) {
    if (!axes[axis] || std::none_of(axes[axis]->begin(), axes[axis]->end(), is_gap)) continue;
    Bools gaps = empty_array<bool>({Y.dim(axis)});
    std::transform(axes[axis]->begin(), axes[axis]->end(), gaps.begin(), is_gap);
    Y = choose(along(gaps, axis, Y.rank()), extrapolation(Y.dtype(), value), Y);
  }
  return Y;
}

}  // namespace

Tensor resized(const Tensor& X, const std::vector<Extent>& axes, const Sampling& sampling) {
  std::vector<AxisEntries> entries;
  for (const Extent& axis : axes) entries.push_back(entries_of(axis, sampling));
  const bool nearest = sampling.mode == Interpolation::nearest;
  const Tensor Y = nearest ? picked(X, entries) : averages(X, entries);
  return extrapolated(Y, entries, sampling.extrapolation_value);
}

}  // namespace etalon
