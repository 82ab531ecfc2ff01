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

Rational x_original(double x_resized, const Axis& axis, Coordinates mode) {
  const Rational x = x_resized, half = 0.5, last = axis.last();
  const Rational& length_resized = axis.length_resized;
  switch (mode) {
    case Coordinates::half_pixel:
      return axis.unscaled(x + half) - half;
    case Coordinates::half_pixel_symmetric: {
      const Rational adjustment = static_cast<double>(axis.output_dimension) / axis.output_width;
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

int64_t nearest_entry(const Rational& x, const Axis& axis, NearestMode mode) {
  switch (mode) {
    case NearestMode::round_prefer_floor:
      return axis.clamped((x - 0.5).ceil());
    case NearestMode::round_prefer_ceil:
      return axis.clamped((x + 0.5).floor());
    case NearestMode::floor:
      return axis.clamped(x.floor());
    case NearestMode::ceil:
      return axis.clamped(x.ceil());
    case NearestMode::simple:
      return axis.clamped(axis.shrinks() ? x.ceil() : x.floor());
  }
  throw InternalError("a nearest_mode has no formula");
}

// The whole numbers that the kernel reaches from x, with its values as weights; those outside stand
// for the axis' nearest end. antialias stretches the kernel by 1 / scale where the axis shrinks.
// Weights are divided by their sum where that need not be 1.
Neighbours neighbours_of(const Rational& x, const Axis& axis, const Sampling& sampling) {
  const bool cubic = sampling.mode == Interpolation::cubic;
  const Rational one = 1;
  const Rational stretch = sampling.antialias ? std::max(one, axis.unscaled(one)) : one;
  const Rational reach = stretch * (cubic ? 2 : 1);
  Neighbours neighbours;
  Rational sum = 0;
  each_whole(x - reach, x + reach, [&](int64_t at) {
    if (sampling.exclude_outside && axis.clamped(at) != at) return;
    const Rational t = (static_cast<double>(at) - x) / stretch;
    const Rational weight =
        cubic ? cubic_kernel<Rational>(t, sampling.cubic_coeff_a) : linear_kernel(t);
    neighbours.push_back({axis.clamped(at), weight});
    sum = sum + weight;
  });
  if (!sampling.exclude_outside && stretch == one) return neighbours;
  if (sum == 0) {
    throw Unspecified("all sampling locations about {} lie outside the tensor", x.nearest());
  }
  for (Neighbour& neighbour : neighbours) neighbour.weight = neighbour.weight / sum;
  return neighbours;
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

// Σ weight · X over the neighbours along the axes from this one on, for an entry of Y; `position`
// is that of a neighbour along the axes before. What has no weight counts for nothing, be it
// infinite or NaN.
template <class R>
R weighted_sum(const Reader& X, const std::vector<const Shares*>& entry, size_t axis = 0,
               size_t position = 0) {
  if (axis == entry.size()) return X.at<R>(position);
  Sum<R> sum;
  for (const auto& [at, share] : entry[axis]->neighbours) {
    if (share == 0) continue;
    const size_t of_neighbour = position * X.dim(axis) + static_cast<size_t>(at);
    sum.add(share.template whole<R>() * weighted_sum<R>(X, entry, axis + 1, of_neighbour));
  }
  return sum.result();
}

Tensor averages(const Tensor& X, const Entries& entries, const Shape& shape) {
  std::vector<std::vector<Shares>> shares;
  for (const AxisEntries& axis : entries) shares.push_back(shares_of(axis));
  const Reader x(X);
  const auto average = [&]<class R>(const Shape& index) -> R {
    std::vector<const Shares*> entry;
    R whole(1);
    for (size_t axis = 0; axis < index.size(); ++axis) {
      entry.push_back(&shares[axis][index[axis]]);
      whole = whole * entry.back()->whole.template whole<R>();
    }
    const R y = weighted_sum<R>(x, entry) / whole;
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

Tensor averaged(const Tensor& X, const Resizing& resizing, const Entries& entries) {
  return by_parts(X, [&](const Tensor& x) { return averages(x, entries, resizing.shape()); });
}

Tensor resized(const Tensor& X, const Resizing& resizing) {
  const Sampling& sampling = resizing.sampling;
  Entries entries;
  for (const Axis& axis : resizing.axes) entries.push_back(entries_of(axis, sampling));
  const Tensor Y = sampling.mode == Interpolation::nearest ? nearest(X, entries)
                                                           : averaged(X, resizing, entries);
  return extrapolated(Y, entries, sampling.extrapolation_value);
}

namespace {

Values resize(const Call& call) { return {resized(call.tensor("X"), resizing_of(call))}; }

const Operator op("Resize", resize, {10, 11, 13, 18, 19});

}  // namespace
}  // namespace etalon
