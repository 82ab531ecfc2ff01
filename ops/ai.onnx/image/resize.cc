// Resize: Y = a weighted average of X about each entry's place x_original in X, axis by axis;
// output_dimension = floor(input_dimension * (roi_end - roi_start) * scale), or sizes. The place of
// the entry x_resized, by coordinate_transformation_mode:
//
//   half_pixel: x_original = (x_resized + 0.5) / scale - 0.5
//   pytorch_half_pixel: as half_pixel, but x_original = 0 where length_resized <= 1
//   half_pixel_symmetric: x_original = (x_resized + 0.5) / scale - 0.5
//       + (1 - output_dimension / length_resized) * length_original / 2
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
// A scale that is given is taken as it is, and length_resized = length_original * scale before
// rounding, as the official cases have it. Integer results are the nearest, ties to even.
#include "engine/operators/choice.h"
#include "ops/ai.onnx/image/resampling.h"
#include "ops/ai.onnx/lines.h"

namespace etalon {
namespace {

// The elements of `tensor`, of which there must be `count`.
std::vector<double> numbers(const Tensor& tensor, size_t count, std::string_view what) {
  if (tensor.size() != count) {
    throw InvalidInput("there are {} {}, not {}", tensor.size(), what, count);
  }
  const Reals values = tensor.as<double>();
  return {values.begin(), values.end()};
}

std::vector<Extent> unchanged(const Tensor& X) {
  std::vector<Extent> extents;
  for (const size_t dim : X.shape()) extents.push_back({dim});
  return extents;
}

void open_call(const Tensor& X, const std::vector<Extent>& extents) {
  at_point("rank0", X.rank() == 0);
  at_point("empty", std::any_of(extents.begin(), extents.end(), [](const Extent& axis) {
             return axis.length_original == 0 && axis.output_dimension > 0;
           }));
}

// A neighbour of weight 0 that is NaN or infinite gives NaN if it is read. Neighbours are those of
// the places themselves, and one further.
Tensor infinite_neighbours(const Tensor& Y, const Tensor& X, const std::vector<Extent>& extents,
                           const Sampling& sampling, bool with_nan) {
  if (!choices_wanted() || !is_float(X.dtype()) || X.size() == 0) return Y;
  const auto beside = [&](const Bools& bad) {
    Bools near = bad;
    for (size_t axis = 0; axis < X.rank(); ++axis) {
      const Lines lines(X.shape(), axis);
      const Bools before = near;
      for (size_t n = 0; n < lines.count(); ++n) {
        for (size_t i = 0; i < lines[n].size; ++i) {
          const auto is_bad = [&](size_t at) { return before.data()[lines[n][at]]; };
          const bool left = i > 0 && is_bad(i - 1), right = i + 1 < lines[n].size && is_bad(i + 1);
          near.data()[lines[n][i]] = is_bad(i) || left || right;
        }
      }
    }
    Sampling nearest = sampling;
    nearest.mode = Interpolation::nearest;
    nearest.nearest_mode = NearestMode::round_prefer_floor;
    nearest.extrapolation_value = 0;
    return Bools(resized(Tensor::of(DType::boolean, near), extents, nearest).as<bool>());
  };
  const Reals x = X.as<double>();
  const auto nan = [&] { return scalar(Y.dtype(), std::nan("")); };
  const auto open = [&](const Tensor& y, std::string_view point, const Bools& bad) {
    if (!xt::any(bad)) return y;
    return choice(y, point, [&] { return Bools(beside(bad) && !nans(Y)); }, "not_read",
                  {{"read", nan}});
  };
  const Tensor of_inf = open(Y, "inf", xt::isinf(x));
  return with_nan ? open(of_inf, "zero_weight", xt::isnan(x)) : of_inf;
}

Values resize_10(const Call& call) {
  const Tensor& X = call.tensor("X");
  const auto mode = call.choice<Interpolation>(
      "mode", {{"nearest", Interpolation::nearest}, {"linear", Interpolation::linear}});
  const std::vector<double> scales = numbers(call.tensor("scales"), X.rank(), "scales");
  std::vector<Extent> extents = unchanged(X);
  for (size_t axis = 0; axis < X.rank(); ++axis) extents[axis].scale_by(scales[axis]);
  open_call(X, extents);
  const Tensor Y = resized(X, extents, {.mode = mode, .nearest_mode = NearestMode::simple});
  if (mode != Interpolation::nearest)
    return {infinite_neighbours(Y, X, extents, {.mode = mode}, false)};
  return {either_of(Y, "ties_10", "simple", "nearest", [&] {
    return resized(X, extents, {.mode = mode, .nearest_mode = NearestMode::round_prefer_ceil});
  })};
}

Coordinates coordinates_of(const Call& call) {
  constexpr auto attribute = "coordinate_transformation_mode";
  const int version = call.since_version();
  const auto mode = call.choice<Coordinates>(
      attribute, {{"half_pixel", Coordinates::half_pixel},
                  {"half_pixel_symmetric", Coordinates::half_pixel_symmetric},
                  {"pytorch_half_pixel", Coordinates::pytorch_half_pixel},
                  {"align_corners", Coordinates::align_corners},
                  {"asymmetric", Coordinates::asymmetric},
                  {"tf_half_pixel_for_nn", Coordinates::tf_half_pixel_for_nn},
                  {"tf_crop_and_resize", Coordinates::tf_crop_and_resize}});
  if ((mode == Coordinates::tf_half_pixel_for_nn && version >= 18) ||
      (mode == Coordinates::half_pixel_symmetric && version < 19)) {
    throw InvalidInput("{} is '{}', which version {} does not have", attribute,
                       call.text(attribute), version);
  }
  return mode;
}

Sampling sampling_of(const Call& call) {
  return {.mode = call.choice<Interpolation>("mode", {{"nearest", Interpolation::nearest},
                                                      {"linear", Interpolation::linear},
                                                      {"cubic", Interpolation::cubic}}),
          .nearest_mode = call.choice<NearestMode>(
              "nearest_mode", {{"round_prefer_floor", NearestMode::round_prefer_floor},
                               {"round_prefer_ceil", NearestMode::round_prefer_ceil},
                               {"floor", NearestMode::floor},
                               {"ceil", NearestMode::ceil}}),
          .coordinates = coordinates_of(call),
          .cubic_coeff_a = call.real("cubic_coeff_a"),
          .exclude_outside = call.flag("exclude_outside"),
          .antialias = call.since_version() >= 18 && call.flag("antialias"),
          .extrapolation_value = call.real("extrapolation_value")};
}

// roi = the starts of all axes, then their ends.
void set_roi(std::vector<Extent>& extents, const std::vector<size_t>& axes, const Tensor* roi) {
  if (!roi) throw InvalidInput("tf_crop_and_resize wants a roi");
  const std::vector<double> bounds = numbers(*roi, 2 * axes.size(), "bounds in roi");
  for (size_t i = 0; i < axes.size(); ++i) {
    extents[axes[i]].roi_start = bounds[i];
    extents[axes[i]].roi_end = bounds[axes.size() + i];
  }
}

enum class AspectRatio { stretch, not_larger, not_smaller };

AspectRatio aspect_ratio(const Call& call) {
  if (call.since_version() < 18) return AspectRatio::stretch;
  return call.choice<AspectRatio>("keep_aspect_ratio_policy",
                                  {{"stretch", AspectRatio::stretch},
                                   {"not_larger", AspectRatio::not_larger},
                                   {"not_smaller", AspectRatio::not_smaller}});
}

// The axis whose scale, sizes / input size, is the least or the greatest of all; empty axes have
// none.
std::optional<size_t> decisive_axis(const std::vector<double>& lengths,
                                    const std::vector<double>& sizes, AspectRatio policy) {
  std::optional<size_t> decisive;
  const auto scale = [&](size_t i) { return Rational(sizes[i]) / lengths[i]; };
  for (size_t i = 0; i < lengths.size(); ++i) {
    if (lengths[i] == 0) continue;
    const bool less = decisive && scale(i) < scale(*decisive);
    const bool greater = decisive && scale(i) > scale(*decisive);
    if (!decisive || (policy == AspectRatio::not_larger ? less : greater)) decisive = i;
  }
  return decisive;
}

// To keep the aspect ratio, one scale for all axes.
void set_sizes(std::vector<Extent>& extents, const std::vector<size_t>& axes,
               const std::vector<double>& sizes, AspectRatio policy) {
  std::vector<double> lengths;
  for (const size_t axis : axes) {
    lengths.push_back(static_cast<double>(extents[axis].length_original));
  }
  const auto decisive = policy == AspectRatio::stretch ? std::optional<size_t>()
                                                       : decisive_axis(lengths, sizes, policy);
  for (size_t i = 0; i < axes.size(); ++i) {
    const size_t from = decisive.value_or(i);
    Extent& extent = extents[axes[i]];
    extent.numerator = sizes[from];
    extent.denominator = lengths[from];
    const Rational length =
        decisive ? Rational(lengths[i]) * sizes[from] / lengths[from] : Rational(sizes[i]);
    extent.resize_to(length, 0.5);
  }
}

void set_scales(std::vector<Extent>& extents, const std::vector<size_t>& axes,
                const std::vector<double>& scales) {
  for (size_t i = 0; i < axes.size(); ++i) extents[axes[i]].scale_by(scales[i]);
}

Values resize_11(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor* scales = call.maybe("scales");
  const Tensor* sizes = call.maybe("sizes");
  if (sizes && scales && scales->size() > 0) throw InvalidInput("both scales and sizes are given");
  if (!sizes && !scales) throw InvalidInput("neither scales nor sizes are given");
  at_point("duplicates", call.since_version() >= 18 && any_repeated(call.ints("axes"), X.rank()));
  const bool has_axes = call.since_version() >= 18 && call.has("axes");
  const std::vector<size_t> axes =
      has_axes ? axis_indices(call.ints("axes"), X.rank()) : all_axes(X.rank());

  const Sampling sampling = sampling_of(call);
  std::vector<Extent> extents = unchanged(X);
  if (sampling.coordinates == Coordinates::tf_crop_and_resize) {
    set_roi(extents, axes, call.maybe("roi"));
  }
  if (sizes) {
    set_sizes(extents, axes, numbers(*sizes, axes.size(), "sizes"), aspect_ratio(call));
  } else {
    set_scales(extents, axes, numbers(*scales, axes.size(), "scales"));
  }
  open_call(X, extents);
  const Tensor Y = resized(X, extents, sampling);
  if (sampling.mode == Interpolation::nearest) return {Y};
  const Tensor read = infinite_neighbours(Y, X, extents, sampling, true);
  return {saturate_or_wrap(read, "overflow", [&] {
    return Reals(xt::rint(resized(in_float64(X), extents, sampling).as<double>()));
  })};
}

const Operator op("Resize", {{resize_10, {10}}, {resize_11, {11, 13, 18, 19}}});

}  // namespace
}  // namespace etalon
