#include "ops/ai.onnx/image/resampling.h"

#include <optional>

#include "engine/values/limits.h"

namespace etalon {

void Extent::resize_to(double length, double rounded) {
  if (!(rounded >= 0)) {
    throw InvalidInput("an axis of the output would have the length {}", rounded);
  }
  if (rounded >= 0x1p48) {
    throw LimitExceeded("an axis of the output would have the length {}", rounded);
  }
  length_resized = length;
  output_dimension = static_cast<size_t>(rounded);
}

void Extent::scale_by(double scale) {
  if (!(scale > 0)) throw InvalidInput("the scale {} is not greater than 0", scale);
  numerator = scale;
  denominator = 1;
  const double length = static_cast<double>(length_original) * scale * (roi_end - roi_start);
  resize_to(length, std::floor(length));
}

namespace {

double x_original(double x_resized, const Extent& axis, Coordinates mode) {
  const double length_resized = axis.length_resized, last = axis.last();
  const double start = axis.roi_start, end = axis.roi_end;
  switch (mode) {
    case Coordinates::half_pixel:
      return axis.unscaled(x_resized + 0.5) - 0.5;
    case Coordinates::half_pixel_symmetric: {
      const double adjustment = static_cast<double>(axis.output_dimension) / length_resized;
      const double center = static_cast<double>(axis.length_original) / 2;
      const double offset = center * (1 - adjustment);
      return offset + axis.unscaled(x_resized + 0.5) - 0.5;
    }
    case Coordinates::pytorch_half_pixel:
      return length_resized > 1 ? axis.unscaled(x_resized + 0.5) - 0.5 : 0;
    case Coordinates::align_corners:
      return x_resized == 0 ? 0 : x_resized * last / (length_resized - 1);
    case Coordinates::asymmetric:
      return axis.unscaled(x_resized);
    case Coordinates::tf_half_pixel_for_nn:
      return axis.unscaled(x_resized + 0.5);
    case Coordinates::tf_crop_and_resize:
      if (!(length_resized > 1)) return 0.5 * (start + end) * last;
      return start * last + x_resized * (end - start) * last / (length_resized - 1);
  }
  throw InternalError("a mode of coordinates has no formula");
}

double nearest(double x, const Extent& axis, NearestMode mode) {
  switch (mode) {
    case NearestMode::round_prefer_floor:
      return std::ceil(x - 0.5);
    case NearestMode::round_prefer_ceil:
      return std::floor(x + 0.5);
    case NearestMode::floor:
      return std::floor(x);
    case NearestMode::ceil:
      return std::ceil(x);
    case NearestMode::simple:
      return axis.shrinks() ? std::ceil(x) : std::floor(x);
  }
  throw InternalError("a nearest_mode has no formula");
}

Taps nearest_tap(double x, const Extent& axis, NearestMode mode) {
  return {{static_cast<int64_t>(std::clamp(nearest(x, axis, mode), 0.0, axis.last())), 1}};
}

// The sampling locations are the whole numbers that the kernel reaches from x; those outside the
// axis stand for its nearest end.
Taps weighted_taps(double x, const Extent& axis, const Sampling& sampling) {
  const bool cubic = sampling.mode == Interpolation::cubic;
  const double stretch = sampling.antialias ? std::max(1.0, axis.unscaled(1)) : 1.0;
  const double reach = (cubic ? 2 : 1) * stretch;
  Taps taps;
  double total = 0;
  for (double at = std::ceil(x - reach); at <= x + reach; ++at) {
    count_work(work_per_step);  // those outside may be many, and leave no tap
    const bool outside = at < 0 || at > axis.last();
    if (outside && sampling.exclude_outside) continue;
    const double t = (at - x) / stretch;
    const double weight = cubic ? cubic_kernel(t, sampling.cubic_coeff_a) : linear_kernel(t);
    taps.push_back({static_cast<int64_t>(std::clamp(at, 0.0, axis.last())), weight});
    total += weight;
  }
  if (sampling.exclude_outside || stretch > 1) {
    if (total == 0) throw Unspecified("all sampling locations about {} lie outside the tensor", x);
    for (Tap& tap : taps) tap.weight /= total;
  }
  return taps;
}

// For each entry of the new axis the old entries that it is made of, none where it is to be
// extrapolated; nothing at all for an axis that is merely copied.
using Entries = std::vector<Taps, BudgetAllocator<Taps>>;
using AxisEntries = std::optional<Entries>;

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
  Entries entries(axis.output_dimension);
  for (size_t i = 0; i < entries.size(); ++i) {
    const double x = x_original(static_cast<double>(i), axis, sampling.coordinates);
    if (cropped && !(x >= 0 && x <= axis.last())) continue;
    entries[i] = sampling.mode == Interpolation::nearest
                     ? nearest_tap(x, axis, sampling.nearest_mode)
                     : weighted_taps(x, axis, sampling);
  }
  return entries;
}

// Each entry is one old entry, so that elements of all types move unchanged.
Tensor picked(Tensor X, const std::vector<AxisEntries>& axes) {
  for (size_t axis = 0; axis < axes.size(); ++axis) {
    if (!axes[axis]) continue;
    std::vector<size_t> indices;
    for (const Taps& taps : *axes[axis]) {
      indices.push_back(taps.empty() ? 0 : static_cast<size_t>(taps[0].at));
    }
    X = pick(X, axis, indices);
  }
  return X;
}

template <class T>
Array<T> averaged_along(Array<T> x, size_t axis, const Entries& entries) {
  Shape shape = x.shape();
  const size_t before = split_at(shape, axis).before, after = split_at(shape, axis + 1).after;
  x.reshape({before, shape[axis], after});
  Array<T> y = empty_array<T>({before, entries.size(), after});
  each_index(y.shape(), [&](const Shape& index) {
    const size_t b = index[0], i = index[1], a = index[2];
    count_work(work_per_step * entries[i].size());
    y(b, i, a) = weighted_sum<T>(entries[i], [&](size_t at) { return x(b, at, a); });
  });
  shape[axis] = entries.size();
  y.reshape(shape);
  return y;
}

// Averages in an element type: floats are rounded once, as Tensor::of does; integers to the nearest
// within their range, ties to even.
Tensor nearest_of(DType type, Reals averages) {
  if (is_float(type)) return Tensor::of(type, averages);
  for (double& value : averages) value = std::rint(value);
  return cast(Tensor::of(DType::float64, averages), type, {.wrap = false});
}
Tensor nearest_of(DType type, const Complexes& averages) { return Tensor::of(type, averages); }

Tensor averages(const Tensor& X, const std::vector<AxisEntries>& axes) {
  return averaged(X.dtype(), [&]<class T>() {
    Array<T> y = X.as<T>();
    for (size_t axis = 0; axis < axes.size(); ++axis) {
      if (axes[axis]) y = averaged_along(std::move(y), axis, *axes[axis]);
    }
    return nearest_of(X.dtype(), y);
  });
}

// Entries that are made of nothing become `value`.
Tensor extrapolated(Tensor Y, const std::vector<AxisEntries>& axes, double value) {
  const auto is_gap = [](const Taps& taps) { return taps.empty(); };
  for (size_t axis = 0; axis < axes.size(); ++axis) {
    if (!axes[axis] || std::none_of(axes[axis]->begin(), axes[axis]->end(), is_gap)) continue;
    Bools gaps = empty_array<bool>({Y.dim(axis)});
    std::transform(axes[axis]->begin(), axes[axis]->end(), gaps.begin(), is_gap);
    Y = choose(along(gaps, axis, Y.rank()), nearest_of(Y.dtype(), scalar_array(value)), Y);
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
