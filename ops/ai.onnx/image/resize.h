// What Resize and Upsample share: each axis on its own says what its new entries are made of.
#pragma once

#include "ops/ai.onnx/image/image.h"

namespace etalon {

struct Sampling {
  std::string mode = "nearest";  // or linear, cubic
  std::string nearest_mode = "floor";
  std::string coordinate_transformation_mode = "asymmetric";
  double cubic_coeff_a = -0.75;
  bool exclude_outside = false;
  bool antialias = false;
};

// One axis, and how it is to change. scale = numerator / denominator, so that neither a given scale
// nor the quotient of two sizes is rounded.
struct Extent {
  size_t length_original;
  size_t entries;         // of the output
  double length_resized;  // the same before it is rounded to a whole number
  double numerator, denominator;
  double start = 0, end = 1;  // roi

  bool changes() const { return length_original != entries || numerator != denominator; }
};

// Throws InvalidInput for a length that is no number, LimitExceeded for one beyond all memory.
inline size_t whole_length(double length) {
  if (!(length >= 0)) throw InvalidInput("an axis of the output would have the length {}", length);
  if (length >= 0x1p48)
    throw LimitExceeded("an axis of the output would have the length {}", length);
  return static_cast<size_t>(length);
}

// output_dimension = floor(input_dimension * scale)
inline Extent scaled(size_t length_original, double scale) {
  if (!(scale > 0)) throw InvalidInput("the scale {} is not greater than 0", scale);
  const double length = static_cast<double>(length_original) * scale;
  return {length_original, whole_length(std::floor(length)), length, scale, 1};
}

inline double x_original(double x_resized, const Extent& axis, const std::string& mode) {
  const double last = static_cast<double>(axis.length_original) - 1;
  const double length_resized = axis.length_resized;
  const double center = (x_resized + 0.5) * axis.denominator / axis.numerator;
  if (mode == "half_pixel") return center - 0.5;
  if (mode == "pytorch_half_pixel") return length_resized > 1 ? center - 0.5 : 0;
  if (mode == "tf_half_pixel_for_nn") return center;
  if (mode == "asymmetric") return x_resized * axis.denominator / axis.numerator;
  if (mode == "align_corners") return x_resized == 0 ? 0 : x_resized * last / (length_resized - 1);
  if (mode == "half_pixel_symmetric") {
    const double adjustment = static_cast<double>(axis.entries) / length_resized;
    return (last + 1) / 2 * (1 - adjustment) + center - 0.5;
  }
  const auto [start, end] = std::pair(axis.start, axis.end);  // tf_crop_and_resize
  return length_resized > 1 ? start * last + x_resized * (end - start) * last / (length_resized - 1)
                            : 0.5 * (start + end) * last;
}

inline double nearest_index(double x, const Extent& axis, const std::string& nearest_mode) {
  const bool downsampled = axis.numerator < axis.denominator;
  if (nearest_mode == "round_prefer_floor") return std::ceil(x - 0.5);
  if (nearest_mode == "round_prefer_ceil") return std::floor(x + 0.5);
  if (nearest_mode == "ceil") return std::ceil(x);
  if (nearest_mode == "simple" && downsampled) return std::ceil(x);
  return std::floor(x);
}

inline Taps nearest_tap(double x, const Extent& axis, const std::string& nearest_mode) {
  const double last = static_cast<double>(axis.length_original) - 1;
  const double index = std::clamp(nearest_index(x, axis, nearest_mode), 0.0, last);
  return {{static_cast<int64_t>(index), 1}};
}

// The sampling locations are the whole numbers that the kernel reaches from x; those outside the
// axis stand for its nearest end.
inline Taps weighted_taps(double x, const Extent& axis, const Sampling& sampling) {
  const bool cubic = sampling.mode == "cubic";
  const double stretch =
      sampling.antialias ? std::max(1.0, axis.denominator / axis.numerator) : 1.0;
  const double reach = (cubic ? 2 : 1) * stretch;
  const double last = static_cast<double>(axis.length_original) - 1;
  Taps taps;
  double total = 0;
  for (double at = std::ceil(x - reach); at <= x + reach; ++at) {
    const double t = (at - x) / stretch;
    const double weight = cubic ? cubic_kernel(t, sampling.cubic_coeff_a) : linear_kernel(t);
    if (sampling.exclude_outside && (at < 0 || at > last)) continue;
    taps.push_back({static_cast<int64_t>(std::clamp(at, 0.0, last)), weight});
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
using TapsOfEach = std::vector<Taps, BudgetAllocator<Taps>>;
using Entries = std::optional<TapsOfEach>;

inline Entries sampled(const Extent& axis, const Sampling& sampling) {
  const std::string& coordinates = sampling.coordinate_transformation_mode;
  const bool cropped = coordinates == "tf_crop_and_resize";
  if (!axis.changes() && coordinates != "tf_half_pixel_for_nn" &&
      !(cropped && (axis.start != 0 || axis.end != 1))) {
    return std::nullopt;
  }
  if (axis.length_original == 0 && axis.entries > 0) {
    throw InvalidInput("an empty axis cannot become {} long", axis.entries);
  }
  const double last = static_cast<double>(axis.length_original) - 1;
  TapsOfEach entries(axis.entries);
  for (size_t i = 0; i < axis.entries; ++i) {
    const double x = x_original(static_cast<double>(i), axis, coordinates);
    if (cropped && !(x >= 0 && x <= last)) continue;
    entries[i] = sampling.mode == "nearest" ? nearest_tap(x, axis, sampling.nearest_mode)
                                            : weighted_taps(x, axis, sampling);
  }
  return entries;
}

// Each entry is one old entry, so that elements of all types move unchanged.
inline Tensor picked(Tensor X, const std::vector<Entries>& axes) {
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
Array<T> averaged_along(const Array<T>& x, size_t axis, const TapsOfEach& entries) {
  Shape shape = x.shape();
  const auto [before, rest] = split_at(shape, axis);
  const size_t after = split_at(shape, axis + 1).after;
  shape[axis] = entries.size();
  Array<T> y = empty_array<T>(shape);
  T* out = y.data();
  for (size_t b = 0; b < before; ++b) {
    for (const Taps& taps : entries) {
      for (size_t a = 0; a < after; ++a) {
        *out++ = weighted_sum(x.data() + b * rest + a, after, taps);
      }
    }
  }
  return y;
}

inline Tensor averages(const Tensor& X, const std::vector<Entries>& axes) {
  return averaged(X.dtype(), [&]<class T>() {
    Array<T> y = X.as<T>();
    for (size_t axis = 0; axis < axes.size(); ++axis) {
      if (axes[axis]) y = averaged_along(y, axis, *axes[axis]);
    }
    return nearest_of(X.dtype(), y);
  });
}

// Entries that are made of nothing become `value`.
inline Tensor extrapolated(const Tensor& Y, const std::vector<Entries>& axes, double value) {
  const auto has_gaps = [](const Entries& axis) {
    return axis && std::any_of(axis->begin(), axis->end(), [](const Taps& t) { return t.empty(); });
  };
  if (std::none_of(axes.begin(), axes.end(), has_gaps)) return Y;
  Ints from = positions(Y.shape());
  for (size_t axis = 0; axis < axes.size(); ++axis) {
    if (!axes[axis]) continue;
    const size_t before = split_at(Y.shape(), axis).before;
    const size_t after = split_at(Y.shape(), axis + 1).after;
    for (size_t i = 0; i < axes[axis]->size(); ++i) {
      if (!(*axes[axis])[i].empty()) continue;
      for (size_t b = 0; b < before; ++b) {
        int64_t* row = from.data() + (b * axes[axis]->size() + i) * after;
        std::fill(row, row + after, -1);
      }
    }
  }
  return take(Y, from, nearest_of(Y.dtype(), scalar_array(value)));
}

inline Tensor resized(const Tensor& X, const std::vector<Extent>& axes, const Sampling& sampling,
                      double extrapolation_value = 0) {
  std::vector<Entries> entries;
  for (const Extent& axis : axes) entries.push_back(sampled(axis, sampling));
  const Tensor Y = sampling.mode == "nearest" ? picked(X, entries) : averages(X, entries);
  return extrapolated(Y, entries, extrapolation_value);
}

}  // namespace etalon
