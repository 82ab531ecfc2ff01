#include "conformance/generate/rule.h"

namespace etalon::rules {

// Regions are mostly within the image, or turned round.
const GenerationRule crop_and_resize_rule("com.microsoft.CropAndResize", [](Drafting& call,
                                                                            Draw& draw) {
  if (draw.chance(0.6)) call.set("mode", draw.pick<std::string>({"bilinear", "nearest"}));
  call.offer_real("extrapolation_value", -2, 2);
  const size_t N = 1 + draw.below(2), C = 1 + draw.below(2);
  const size_t H = draw.two_or_more(), W = draw.two_or_more(), regions = draw.below(4);
  call.add({N, C, H, W});
  call.add({regions, 4}, {-0.125, 1.125});
  call.add({regions}, {0, static_cast<double>(N) - 1});
  const int64_t height = draw.between(1, 4), width = draw.between(1, 4);
  call.add_integers({2}, {height, width});
});

}  // namespace etalon::rules
