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
#include "ops/ai.onnx/image/resampling.h"

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

Values resize_10(const Call& call) {
  const Tensor& X = call.tensor("X");
  const auto mode = call.choice<Interpolation>(
      "mode", {{"nearest", Interpolation::nearest}, {"linear", Interpolation::linear}});
  const std::vector<double> scales = numbers(call.tensor("scales"), X.rank(), "scales");
  std::vector<Extent> extents = unchanged(X);
  for (size_t axis = 0; axis < X.rank(); ++axis) extents[axis].scale_by(scales[axis]);
  return {resized(X, extents, {.mode = mode, .nearest_mode = NearestMode::simple})};
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
  return {resized(X, extents, sampling)};
}

const Operator op("Resize", {{resize_10, {10}}, {resize_11, {11, 13, 18, 19}}});

}  // namespace
}  // namespace etalon
