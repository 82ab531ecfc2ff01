#include "conformance/generate/rules/ai.onnx/object_detection/boxes.h"

namespace etalon::rules {

// Corners are whole pixels, so that none needs rounding.
const GenerationRule max_roi_pool_rule("MaxRoiPool", [](Drafting& call, Draw& draw) {
  call.set("pooled_shape", std::vector<int64_t>{draw.between(1, 3), draw.between(1, 3)});
  if (draw.chance(0.4)) call.set("spatial_scale", draw.pick<double>({0.5, 2, 0.25}));
  const Tensor X = call.add(
      {1 + draw.below(2), 1 + draw.below(3), 1 + draw.two_or_more(), 1 + draw.two_or_more()});
  const size_t count = 1 + draw.below(3);
  std::vector<double> rois;
  for (size_t i = 0; i < count; ++i) {
    rois.push_back(static_cast<double>(draw.below(X.dim(0))));
    const std::vector<double> box = draw_box(draw, X.dim(2), X.dim(3), 1);
    rois.insert(rois.end(), box.begin(), box.end());
  }
  call.add_reals({count, 5}, rois);
});

}  // namespace etalon::rules
