#include <algorithm>
#include <cmath>

#include "conformance/generate/rules/ai.onnx/image/image_scales.h"

namespace etalon::rules {
namespace {

// The text does not say how coordinate modes that use the output's length treat a fractional
// length: they are drawn only with sizes.
void set_resizing(Drafting& call, const std::string& mode, bool by_sizes) {
  Draw& draw = call.draw();
  constexpr int first_with_symmetric = 19;
  std::vector<std::string> coordinates = {"half_pixel", "asymmetric"};
  if (by_sizes) coordinates.insert(coordinates.end(), {"pytorch_half_pixel", "align_corners"});
  if (by_sizes && call.version() >= first_with_symmetric) {
    coordinates.emplace_back("half_pixel_symmetric");
  }
  if (draw.chance(0.8)) call.set("coordinate_transformation_mode", draw.pick(coordinates));
  if (mode == "nearest") {
    call.set("nearest_mode",
             draw.pick<std::string>({"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"}));
  } else {
    if (draw.chance(0.3)) call.set_if_known("antialias", 1);
  }
  if (mode == "cubic") {
    call.offer_flag("exclude_outside");
    if (draw.chance(0.3)) call.set("cubic_coeff_a", -0.5);
  }
}

// By scales or, since version 11, by sizes.
const GenerationRule resize_rule("Resize", [](Drafting& call, Draw& draw) {
  constexpr int first_with_sizes = 11;
  constexpr int first_with_optional_inputs = 13;
  const bool newer = call.version() >= first_with_sizes;
  std::vector<std::string> modes = {"nearest", "linear"};
  if (newer) modes.emplace_back("cubic");
  const std::string mode = draw.pick(modes);
  call.set("mode", mode);
  for (const char* variable : {"T", "T1"}) call.narrow(variable, is_float);
  const bool by_sizes = newer && draw.chance(0.5);
  if (newer) set_resizing(call, mode, by_sizes);
  const Tensor X = call.add(draw.shape(4, 4, Empty::never));
  const std::vector<double> scales = draw_scales(draw, X.rank(), 0.5, 2.5);
  if (!newer) return call.add_reals({X.rank()}, scales);
  const bool empty = call.version() < first_with_optional_inputs;
  const auto nothing = [&] { empty ? call.add_reals({0}, {}) : call.leave_out(); };
  nothing();
  if (!by_sizes) return call.add_reals({X.rank()}, scales);
  nothing();
  std::vector<int64_t> sizes;
  for (size_t axis = 0; axis < X.rank(); ++axis) {
    const double length = std::floor(static_cast<double>(X.dim(axis)) * scales[axis]);
    sizes.push_back(std::max(static_cast<int64_t>(length), int64_t{1}));
  }
  call.add_integers({X.rank()}, sizes);
});

}  // namespace
}  // namespace etalon::rules
