// Resize: Y = a weighted average of X about each entry's place x_original in X, axis by axis;
// output_dimension = floor(input_dimension * (roi_end - roi_start) * scale), or sizes. The place of
// the entry x_resized, by coordinate_transformation_mode:
//
//   half_pixel: x_original = (x_resized + 0.5) / scale - 0.5
//   pytorch_half_pixel: as half_pixel, but x_original = 0 where length_resized <= 1
//   half_pixel_symmetric: x_original = (x_resized + 0.5) / scale - 0.5
//       + (1 - output_dimension / output_width) * length_original / 2
//   tf_half_pixel_for_nn: x_original = (x_resized + 0.5) / scale
//   asymmetric: x_original = x_resized / scale
//   align_corners: x_original = x_resized * (length_original - 1) / (length_resized - 1)
//   tf_crop_and_resize: x_original = roi_start * (length_original - 1)
//       + x_resized * (roi_end - roi_start) * (length_original - 1) / (length_resized - 1)
//       where length_resized > 1, else 0.5 * (roi_start + roi_end) * (length_original - 1)
//
// roi = the starts of all axes, then their ends; 0 is an axis' first element, 1 its last. The crop
// begins at the corner of the starts.
//   10        scales; asymmetric; nearest: the element before the place, or after it when shrinking
//   11        modes of coordinates, of nearest and cubic; roi, extrapolation; or sizes
//   13        roi and scales are optional
//   18        axes, keep_aspect_ratio_policy, antialias; without tf_half_pixel_for_nn
//   19        half_pixel_symmetric
// length_resized is "the length of the resized tensor", output_dimension; output_width is that
// before rounding, "the target length on the axis x which can be a fractional number". A scale that
// is given is taken as it is. Integer results are the nearest, ties to even.
#include "ops/ai.onnx/image/resize.h"

namespace etalon {

// By coordinate_transformation_mode.
Rational x_original(double x_resized, const Axis& axis, Coordinates mode) {
  const Rational x = x_resized, half = 0.5, last = axis.last();
  const Rational &scale = axis.scale, &length_resized = axis.length_resized;
  const auto symmetric = [&] {
    const Rational adjustment = double(axis.output_dimension) / axis.output_width;
    return double(axis.length_original) * half * (1 - adjustment);
  };
  const auto crop = [&](const Rational& start, const Rational& end) {
    return length_resized > 1 ? start * last + x * (end - start) * last / (length_resized - 1)
                              : half * (start + end) * last;
  };
  switch (mode) {
    using enum Coordinates;  // clang-format off
    case half_pixel:           return (x + half) / scale - half;
    case pytorch_half_pixel:   return length_resized > 1 ? (x + half) / scale - half : 0;
    case half_pixel_symmetric: return symmetric() + (x + half) / scale - half;
    case tf_half_pixel_for_nn: return (x + half) / scale;
    case asymmetric:           return x / scale;
    case align_corners:        return x == 0 ? 0 : x * last / (length_resized - 1);
    case tf_crop_and_resize:   return crop(axis.roi_start, axis.roi_end);
  }  // clang-format on
  throw InternalError("a mode of coordinates has no formula");
}

// By nearest_mode.
int64_t nearest_entry(const Rational& x, const Axis& axis, NearestMode mode) {
  switch (mode) {
    using enum NearestMode;  // clang-format off
    case round_prefer_floor: return axis.clamped((x - 0.5).ceil());
    case round_prefer_ceil:  return axis.clamped((x + 0.5).floor());
    case floor:              return axis.clamped(x.floor());
    case ceil:               return axis.clamped(x.ceil());
    case simple:             return axis.clamped(axis.scale < 1 ? x.ceil() : x.floor());
  }  // clang-format on
  throw InternalError("a nearest_mode has no formula");
}

// The elements that the kernel reaches, with its values as weights; beyond the ends of the axis its
// first and last element stand, or with exclude_outside none. antialias stretches the kernel by
// 1 / scale where the axis shrinks. Weights are divided by their sum where that need not be 1.
Neighbours neighbours_of(const Rational& x_original, const Axis& axis, const Sampling& sampling) {
  const Rational one = 1, stretch = sampling.antialias ? std::max(one, one / axis.scale) : one;
  const Rational reach = stretch * double(reach_of(sampling.mode));
  Neighbours neighbours;
  Rational sum = 0;
  each_whole(x_original - reach, x_original + reach, [&](int64_t x) {
    if (sampling.exclude_outside && axis.clamped(x) != x) return;
    const Rational t = (double(x) - x_original) / stretch;
    const Rational weight = kernel<Rational>(sampling.mode, t, sampling.cubic_coeff_a);
    neighbours.push_back({axis.clamped(x), weight});
    sum = sum + weight;
  });
  if (!sampling.exclude_outside && stretch == one) return neighbours;
  if (sum == 0) {
    throw Unspecified("all sampling locations about {} lie outside the tensor",
                      x_original.nearest());
  }
  for (Neighbour& neighbour : neighbours) neighbour.weight = neighbour.weight / sum;
  return neighbours;
}

namespace {

// Σ share · X over the neighbours along the axes from this one on, for an entry of Y; `position` is
// that of a neighbour along the axes before. What has no weight counts for nothing, be it infinite
// or NaN.
template <class R>
R weighted_sum(const Reader& X, const EntryShares& entry, size_t axis = 0, size_t position = 0) {
  if (axis == entry.axes()) return X.at<R>(position);
  Sum<R> sum;
  for (const auto& [at, share] : entry.along(axis)) {
    if (share == 0) continue;
    const R of_neighbour = weighted_sum<R>(X, entry, axis + 1, position * X.dim(axis) + size_t(at));
    sum.add(share.template whole<R>() * of_neighbour);
  }
  return sum.result();
}

Tensor averages(const Tensor& X, const Entries& entries, const Shape& shape) {
  std::vector<std::vector<Shares>> shares;
  for (const AxisEntries& axis : entries) shares.push_back(shares_of(axis));
  const Reader x(X);
  const auto average = [&]<class R>(const Shape& index) -> R {
    const EntryShares entry(shares, index);
    const R y = weighted_sum<R>(x, entry) / entry.whole<R>();
    return is_float(X.dtype()) ? y : real::rint(y);
  };
  const DType type = is_float(X.dtype()) ? X.dtype() : DType::float64;
  return within_range(each_output(type, shape, average), X.dtype());
}

// Elements of all types, moved unchanged.
Tensor nearest(Tensor X, const Entries& entries) {
  for (size_t axis = 0; axis < entries.size(); ++axis) {
    std::vector<size_t> from;
    for (const Neighbours& nearest : entries[axis]) {
      from.push_back(nearest.empty() ? 0 : static_cast<size_t>(nearest[0].at));
    }
    X = pick(X, axis, from);
  }
  return X;
}

}  // namespace

Tensor resized(const Tensor& X, const Resizing& resizing) {
  const Sampling& sampling = resizing.sampling;
  Entries entries;
  for (const Axis& axis : resizing.axes) entries.push_back(entries_of(axis, sampling));
  const Tensor Y = sampling.mode == Interpolation::nearest ? nearest(X, entries)
                                                           : averaged(X, resizing, entries);
  return extrapolated(Y, entries, sampling.extrapolation_value);
}

Tensor averaged(const Tensor& X, const Resizing& resizing, const Entries& entries) {
  return by_parts(X, [&](const Tensor& x) { return averages(x, entries, resizing.shape()); });
}

AxisEntries entries_of(const Axis& axis, const Sampling& sampling) {
  if (axis.length_original == 0 && axis.output_dimension > 0) {
    throw InvalidInput("an empty axis cannot become {} long", axis.output_dimension).at("empty");
  }
  AxisEntries entries(axis.output_dimension);
  if (has_no_region(axis, sampling)) return entries;
  const bool copied = axis.is_copied(sampling);
  for (size_t i = 0; i < entries.size(); ++i) {
    if (copied) {
      entries[i] = {{static_cast<int64_t>(i), 1}};
      continue;
    }
    const Rational x = x_original(static_cast<double>(i), axis, sampling.coordinates);
    if (sampling.crops() && (x < 0 || x > axis.last())) continue;
    if (sampling.mode == Interpolation::nearest) {
      entries[i] = {{nearest_entry(x, axis, sampling.nearest_mode), 1}};
    } else {
      entries[i] = neighbours_of(x, axis, sampling);
    }
  }
  return entries;
}

// Entries without neighbours, along any axis, become extrapolation_value.
Tensor extrapolated(Tensor Y, const Entries& entries, double value) {
  for (size_t axis = 0; axis < entries.size(); ++axis) {
    Bools outside = empty_array<bool>({Y.dim(axis)});
    std::transform(entries[axis].begin(), entries[axis].end(), outside.begin(),
                   [](const Neighbours& neighbours) { return neighbours.empty(); });
    if (xt::any(outside)) {
      Y = choose(along(outside, axis, Y.rank()), extrapolation(Y.dtype(), value), Y);
    }
  }
  return Y;
}

namespace {

Values resize(const Call& call) { return {resized(call.tensor("X"), resizing_of(call))}; }

const Operator op("Resize", resize, {10, 11, 13, 18, 19});

}  // namespace
}  // namespace etalon
