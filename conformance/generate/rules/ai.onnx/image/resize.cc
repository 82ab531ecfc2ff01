#include <algorithm>

#include "conformance/generate/rules/ai.onnx/image/image_scales.h"

namespace etalon::rules {

namespace {

struct Resizing {
  std::string mode;
  bool by_sizes = false;
  bool cropped = false;      // by a region of interest
  std::vector<size_t> axes;  // that are resized, and listed
};

// The text does not say how coordinate modes that use the output's length treat a fractional
// length: they are drawn only with sizes.
void set_coordinates(Drafting& call, const Resizing& resizing) {
  Draw& draw = call.draw();
  constexpr int first_with_symmetric = 19;
  if (resizing.cropped) {
    call.set("coordinate_transformation_mode", "tf_crop_and_resize");
    return call.offer_real("extrapolation_value", -4, 4);
  }
  std::vector<std::string> modes = {"half_pixel", "asymmetric"};
  if (resizing.by_sizes) {
    modes.insert(modes.end(), {"pytorch_half_pixel", "align_corners"});
    if (call.version() >= first_with_symmetric) modes.emplace_back("half_pixel_symmetric");
  }
  if (draw.chance(0.8)) call.set("coordinate_transformation_mode", draw.pick(modes));
}

void set_interpolation(Drafting& call, const Resizing& resizing) {
  Draw& draw = call.draw();
  if (resizing.mode == "nearest") {
    call.set("nearest_mode",
             draw.pick<std::string>({"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"}));
  } else {
    if (draw.chance(0.3)) call.set_if_known("antialias", 1);
  }
  if (resizing.mode == "cubic") {
    call.offer_flag("exclude_outside");
    if (draw.chance(0.3)) call.set("cubic_coeff_a", -0.5);
  }
}

// The starts of all axes, then their ends.
void add_roi(Drafting& call, const Resizing& resizing) {
  constexpr int first_with_optional_inputs = 13;
  if (resizing.cropped) {
    std::vector<double> roi;
    for (size_t i = 0; i < 2 * resizing.axes.size(); ++i) {
      const int64_t eighths = call.draw().between(0, 4) + (i < resizing.axes.size() ? 0 : 5);
      roi.push_back(static_cast<double>(eighths) / 8);
    }
    return call.add_reals({roi.size()}, roi);
  }
  call.add_if(call.version() < first_with_optional_inputs, [&] { call.add_reals({0}, {}); });
}

void add_lengths(Drafting& call, const Tensor& X, const Resizing& resizing) {
  constexpr int first_with_optional_inputs = 13;
  const std::vector<double> all = draw_scales(call.draw(), X.rank(), 0.5, 2.5);
  std::vector<double> scales;
  std::vector<int64_t> sizes;
  for (const size_t axis : resizing.axes) {
    const double length = std::floor(static_cast<double>(X.dim(axis)) * all[axis]);
    scales.push_back(all[axis]);
    sizes.push_back(std::max(static_cast<int64_t>(length), int64_t{1}));
  }
  if (!resizing.by_sizes) return call.add_reals({scales.size()}, scales);
  call.add_if(call.version() < first_with_optional_inputs, [&] { call.add_reals({0}, {}); });
  call.add_integers({sizes.size()}, sizes);
}

// All axes, or the last two or three, which are then listed.
std::vector<size_t> give_axes(Drafting& call, size_t rank) {
  Draw& draw = call.draw();
  std::vector<size_t> axes(rank);
  for (size_t i = 0; i < rank; ++i) axes[i] = i;
  if (!call.has("axes") || draw.chance(0.7)) return axes;
  axes.erase(axes.begin(), axes.begin() + static_cast<std::ptrdiff_t>(1 + draw.below(2)));
  if (draw.chance(0.3)) draw.shuffle(axes);
  call.set("axes", call.written_axes(axes, rank));
  return axes;
}

}  // namespace

// By scales or, since version 11, by sizes.
const GenerationRule resize_rule("Resize", [](Drafting& call, Draw& draw) {
  constexpr int first_with_sizes = 11;
  const bool newer = call.version() >= first_with_sizes;
  Resizing resizing;
  std::vector<std::string> modes = {"nearest", "linear"};
  if (newer) modes.emplace_back("cubic");
  resizing.mode = draw.pick(modes);
  call.set("mode", resizing.mode);
  for (const char* variable : {"T", "T1"}) call.narrow(variable, is_float);
  const Tensor X = call.add(draw.shape(4, 4, Empty::never));
  resizing.axes = give_axes(call, X.rank());
  if (!newer) return add_lengths(call, X, resizing);
  resizing.by_sizes = draw.chance(0.5);
  resizing.cropped = draw.chance(0.2);
  set_coordinates(call, resizing);
  set_interpolation(call, resizing);
  if (resizing.by_sizes && draw.chance(0.3)) {
    call.set_if_known("keep_aspect_ratio_policy",
                      draw.pick<std::string>({"not_larger", "not_smaller"}));
  }
  add_roi(call, resizing);
  add_lengths(call, X, resizing);
});

}  // namespace etalon::rules
