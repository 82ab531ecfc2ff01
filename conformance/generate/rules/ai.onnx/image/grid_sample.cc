#include "conformance/generate/rule.h"

namespace etalon::rules {

// Version 16 is for two axes; cubic interpolation is for two in every version.
const GenerationRule grid_sample_rule("GridSample", [](Drafting& call, Draw& draw) {
  constexpr int first_for_volumes = 20;
  const bool newer = call.version() >= first_for_volumes;
  const bool volume = newer && draw.chance(0.3);
  std::vector<std::string> modes = {newer ? "linear" : "bilinear", "nearest"};
  if (!volume) modes.emplace_back(newer ? "cubic" : "bicubic");
  call.narrow("T1", is_float);
  call.set("mode", draw.pick(modes));
  call.set("padding_mode", draw.pick<std::string>({"zeros", "border", "reflection"}));
  call.offer_flag("align_corners");
  const size_t axes = volume ? 3 : 2;
  const size_t N = 1 + draw.below(2);
  Shape X = {N, 1 + draw.below(2)};
  Shape grid = {N};
  for (size_t i = 0; i < axes; ++i) {
    X.push_back(draw.two_or_more());
    grid.push_back(1 + draw.below(3));
  }
  grid.push_back(axes);
  call.add(X);
  call.add(grid, {-1.25, 1.25});
});

}  // namespace etalon::rules
