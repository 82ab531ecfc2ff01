// Resize's inputs and attributes.
#include "ops/ai.onnx/image/resize.h"

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

void check_length(double length) {
  if (!(length >= 0)) {
    throw InvalidInput("an axis of the output would have the length {}", length);
  }
  if (length >= 0x1p48) {
    throw LimitExceeded("an axis of the output would have the length {}", length);
  }
}

// output_width = length, output_dimension = ⌊length + shift⌋.
void resize_to(Axis& axis, const Rational& length, double shift) {
  const int64_t whole = (length + shift).floor();
  check_length(static_cast<double>(whole));
  axis.output_width = length;
  axis.length_resized = static_cast<double>(whole);
  axis.output_dimension = static_cast<size_t>(whole);
}

// output_dimension = floor(input_dimension * (roi_end - roi_start) * scale).
void scale_by(Axis& axis, double scale) {
  if (!(scale > 0)) throw InvalidInput("the scale {} is not greater than 0", scale);
  const auto length = static_cast<double>(axis.length_original);
  const double extent = scale * (axis.roi_end - axis.roi_start);
  if (!std::isfinite(extent)) check_length(length * extent);
  axis.scale = scale;
  resize_to(axis, Rational(length) * scale * (Rational(axis.roi_end) - axis.roi_start), 0);
}

std::vector<Axis> unchanged(const Tensor& X) {
  std::vector<Axis> axes;
  for (const size_t dim : X.shape()) axes.push_back({dim});
  return axes;
}

Resizing resizing_10(const Call& call) {
  const Tensor& X = call.tensor("X");
  const auto mode = call.choice<Interpolation>(
      "mode", {{"nearest", Interpolation::nearest}, {"linear", Interpolation::linear}});
  const std::vector<double> scales = numbers(call.tensor("scales"), X.rank(), "scales");
  Resizing resizing{unchanged(X), {.mode = mode}};
  for (size_t i = 0; i < scales.size(); ++i) scale_by(resizing.axes[i], scales[i]);
  return resizing;
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

// The axes of X that a call names; it may order them as it likes.
std::vector<Axis*> named(std::vector<Axis>& all, const Call& call) {
  const bool has_axes = call.since_version() >= 18 && call.has("axes");
  std::vector<Axis*> axes;
  for (const size_t axis :
       has_axes ? axis_indices(call.ints("axes"), all.size()) : all_axes(all.size())) {
    axes.push_back(&all[axis]);
  }
  return axes;
}

// roi = the starts of all axes, then their ends.
void set_roi(const std::vector<Axis*>& axes, const Tensor* roi) {
  if (!roi) throw InvalidInput("tf_crop_and_resize needs roi");
  const std::vector<double> bounds = numbers(*roi, 2 * axes.size(), "bounds in roi");
  for (size_t i = 0; i < axes.size(); ++i) {
    axes[i]->roi_start = bounds[i];
    axes[i]->roi_end = bounds[axes.size() + i];
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
std::optional<size_t> decisive_axis(const std::vector<Axis*>& axes,
                                    const std::vector<double>& sizes, AspectRatio policy) {
  std::optional<size_t> decisive;
  const auto scale = [&](size_t i) {
    return Rational(sizes[i]) / double(axes[i]->length_original);
  };
  for (size_t i = 0; i < axes.size(); ++i) {
    if (axes[i]->length_original == 0) continue;
    const bool less = decisive && scale(i) < scale(*decisive);
    const bool greater = decisive && scale(i) > scale(*decisive);
    if (!decisive || (policy == AspectRatio::not_larger ? less : greater)) decisive = i;
  }
  return decisive;
}

// To keep the aspect ratio, one scale for all axes; lengths are then rounded, halves up.
void set_sizes(const std::vector<Axis*>& axes, const std::vector<double>& sizes,
               AspectRatio policy) {
  std::optional<size_t> decisive;
  if (policy != AspectRatio::stretch) decisive = decisive_axis(axes, sizes, policy);
  for (size_t i = 0; i < axes.size(); ++i) {
    const size_t from = decisive.value_or(i);
    const auto length = [&](size_t k) -> Rational { return double(axes[k]->length_original); };
    if (length(from) != 0) axes[i]->scale = sizes[from] / length(from);
    resize_to(*axes[i], decisive ? length(i) * axes[i]->scale : Rational(sizes[i]), 0.5);
  }
}

Resizing resizing_11(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor* scales = call.maybe("scales");
  const Tensor* sizes = call.maybe("sizes");
  if (sizes && scales && scales->size() > 0) throw InvalidInput("both scales and sizes are given");
  if (!sizes && !scales) throw InvalidInput("neither scales nor sizes are given");
  Resizing resizing{unchanged(X), {}};
  const AspectRatio policy = aspect_ratio(call);
  const std::vector<Axis*> axes = named(resizing.axes, call);
  resizing.sampling = sampling_of(call);
  if (resizing.sampling.crops()) set_roi(axes, call.maybe("roi"));
  if (sizes) {
    set_sizes(axes, numbers(*sizes, axes.size(), "sizes"), policy);
  } else {
    const std::vector<double> factors = numbers(*scales, axes.size(), "scales");
    for (size_t i = 0; i < axes.size(); ++i) scale_by(*axes[i], factors[i]);
  }
  return resizing;
}

}  // namespace

bool Axis::is_copied(const Sampling& sampling) const {
  if (output_dimension != length_original || scale != 1) return false;
  if (sampling.coordinates == Coordinates::tf_half_pixel_for_nn) return false;
  return !sampling.crops() || (roi_start == 0 && roi_end == 1);
}

Resizing resizing_of(const Call& call) {
  return call.since_version() < 11 ? resizing_10(call) : resizing_11(call);
}

Shape Resizing::shape() const {
  Shape shape;
  for (const Axis& axis : axes) shape.push_back(axis.output_dimension);
  return shape;
}

std::vector<Shares> shares_of(AxisEntries entries) {
  std::vector<Shares> shares;
  for (Neighbours& neighbours : entries) {
    Rational whole = 1;
    for (const Neighbour& neighbour : neighbours) whole = neighbour.weight.multiple_of(whole);
    for (Neighbour& neighbour : neighbours) neighbour.weight = neighbour.weight * whole;
    shares.push_back({std::move(neighbours), whole});
  }
  return shares;
}

}  // namespace etalon
