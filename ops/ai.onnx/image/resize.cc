// Resize: Y = a weighted average of X about each entry's place x_original in X, axis by axis;
// output_dimension = floor(input_dimension * (roi_end - roi_start) * scale), or sizes.
//   10        scales; asymmetric; nearest: the element before the place, or after it when shrinking
//   11        modes of coordinates, of nearest and cubic; roi, extrapolation; or sizes
//   13        roi and scales are optional
//   18        axes, keep_aspect_ratio_policy, antialias; without tf_half_pixel_for_nn
//   19        half_pixel_symmetric
// A scale that is given is taken as it is, and length_resized = length_original * scale before
// rounding, as the official cases have it. Integer results are the nearest, ties to even.
#include "ops/ai.onnx/image/resize.h"

namespace etalon {
namespace {

void check_is_one_of(std::string_view attribute, const std::string& value,
                     const std::vector<std::string_view>& allowed) {
  if (std::find(allowed.begin(), allowed.end(), value) != allowed.end()) return;
  throw InvalidInput("{} is '{}', not one of {}", attribute, value, fmt::join(allowed, ", "));
}

Values resize_10(const Call& call) {
  const Tensor& X = call.tensor("X");
  check_is_one_of("mode", call.text("mode"), {"nearest", "linear"});
  const Reals scales = call.tensor("scales").as<double>();
  if (scales.size() != X.rank()) {
    throw InvalidInput("there are {} scales for {} axes", scales.size(), X.rank());
  }
  std::vector<Extent> axes;
  for (size_t axis = 0; axis < X.rank(); ++axis) {
    axes.push_back(scaled(X.dim(axis), scales.data()[axis]));
  }
  return {resized(X, axes, {.mode = call.text("mode"), .nearest_mode = "simple"})};
}

Sampling sampling_of(const Call& call) {
  const int version = call.since_version();
  std::vector<std::string_view> coordinates{"half_pixel", "pytorch_half_pixel", "align_corners",
                                            "asymmetric", "tf_crop_and_resize"};
  if (version < 18) coordinates.push_back("tf_half_pixel_for_nn");
  if (version >= 19) coordinates.push_back("half_pixel_symmetric");
  const Sampling sampling{
      .mode = call.text("mode"),
      .nearest_mode = call.text("nearest_mode"),
      .coordinate_transformation_mode = call.text("coordinate_transformation_mode"),
      .cubic_coeff_a = call.real("cubic_coeff_a"),
      .exclude_outside = call.flag("exclude_outside"),
      .antialias = version >= 18 && call.flag("antialias")};
  check_is_one_of("mode", sampling.mode, {"nearest", "linear", "cubic"});
  check_is_one_of("nearest_mode", sampling.nearest_mode,
                  {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"});
  check_is_one_of("coordinate_transformation_mode", sampling.coordinate_transformation_mode,
                  coordinates);
  return sampling;
}

// The elements of `tensor`, of which there must be `count`.
std::vector<double> numbers(const Tensor& tensor, size_t count, std::string_view what) {
  if (tensor.size() != count) {
    throw InvalidInput("there are {} {}, not {}", tensor.size(), what, count);
  }
  const Reals values = tensor.as<double>();
  return {values.begin(), values.end()};
}

// The sizes that keep the aspect ratio have one scale, by the policy the least or the greatest.
void set_sizes(std::vector<Extent>& axes, const std::vector<size_t>& which,
               const std::vector<double>& sizes, const std::string& policy) {
  check_is_one_of("keep_aspect_ratio_policy", policy, {"stretch", "not_larger", "not_smaller"});
  size_t leading = 0;
  const auto scale = [&](size_t i) {
    return sizes[i] / static_cast<double>(axes[which[i]].length_original);
  };
  for (size_t i = 1; i < which.size(); ++i) {
    const bool leads =
        policy == "not_larger" ? scale(i) < scale(leading) : scale(i) > scale(leading);
    if (leads) leading = i;
  }
  for (size_t i = 0; i < which.size(); ++i) {
    Extent& axis = axes[which[i]];
    const size_t decisive = policy == "stretch" ? i : leading;
    axis.numerator = sizes[decisive];
    axis.denominator = static_cast<double>(axes[which[decisive]].length_original);
    axis.length_resized = policy == "stretch" ? sizes[i]
                                              : static_cast<double>(axis.length_original) *
                                                    axis.numerator / axis.denominator;
    axis.entries = whole_length(std::floor(axis.length_resized + 0.5));
  }
}

void set_scales(std::vector<Extent>& axes, const std::vector<size_t>& which,
                const std::vector<double>& scales) {
  for (size_t i = 0; i < which.size(); ++i) {
    Extent& axis = axes[which[i]];
    const Extent made = scaled(axis.length_original, scales[i]);
    const double length = made.length_resized * (axis.end - axis.start);
    axis = {axis.length_original,
            whole_length(std::floor(length)),
            length,
            scales[i],
            1,
            axis.start,
            axis.end};
  }
}

Values resize_11(const Call& call) {
  const Tensor& X = call.tensor("X");
  const bool has_axes = call.since_version() >= 18 && call.has("axes");
  const std::vector<size_t> which =
      has_axes ? axis_indices(call.ints("axes"), X.rank()) : all_axes(X.rank());
  const Sampling sampling = sampling_of(call);

  std::vector<Extent> axes;
  for (const size_t dim : X.shape()) axes.push_back({dim, dim, static_cast<double>(dim), 1, 1});
  if (sampling.coordinate_transformation_mode == "tf_crop_and_resize") {
    const Tensor* roi = call.maybe("roi");
    if (!roi) throw InvalidInput("tf_crop_and_resize wants a roi");
    const std::vector<double> bounds = numbers(*roi, 2 * which.size(), "bounds in roi");
    for (size_t i = 0; i < which.size(); ++i) {
      axes[which[i]].start = bounds[i];
      axes[which[i]].end = bounds[which.size() + i];
    }
  }
  const Tensor* scales = call.maybe("scales");
  const Tensor* sizes = call.maybe("sizes");
  if (sizes && scales && scales->size() > 0) throw InvalidInput("both scales and sizes are given");
  if (!sizes && !scales) throw InvalidInput("neither scales nor sizes are given");
  if (sizes) {
    set_sizes(axes, which, numbers(*sizes, which.size(), "sizes"),
              call.since_version() >= 18 ? call.text("keep_aspect_ratio_policy") : "stretch");
  } else {
    set_scales(axes, which, numbers(*scales, which.size(), "scales"));
  }
  return {resized(X, axes, sampling, call.real("extrapolation_value"))};
}

const Operator op("Resize", {{resize_10, {10}}, {resize_11, {11, 13, 18, 19}}});

}  // namespace
}  // namespace etalon
