#include "conformance/generate/rules/ai.onnx/object_detection/boxes.h"

namespace etalon::rules {

const GenerationRule roi_align_rule("RoiAlign", [](Drafting& call, Draw& draw) {
  if (call.has("coordinate_transformation_mode")) {
    call.set("coordinate_transformation_mode",
             draw.pick<std::string>({"half_pixel", "output_half_pixel"}));
  }
  if (draw.chance(0.5)) call.set("mode", draw.pick<std::string>({"avg", "max"}));
  call.set("output_height", draw.between(1, 3));
  call.set("output_width", draw.between(1, 3));
  call.set("sampling_ratio", draw.between(0, 2));
  if (draw.chance(0.4)) call.set("spatial_scale", draw.pick<double>({0.5, 2, 0.25}));
  const Tensor X = call.add(
      {1 + draw.below(2), 1 + draw.below(3), 1 + draw.two_or_more(), 1 + draw.two_or_more()});
  const size_t count = 1 + draw.below(3);
  std::vector<double> rois;
  for (size_t i = 0; i < count; ++i) {
    const std::vector<double> box = draw_box(draw, X.dim(2), X.dim(3), 0.25);
    rois.insert(rois.end(), box.begin(), box.end());
  }
  call.add_reals({count, 4}, rois);
  call.add({count}, {0, static_cast<double>(X.dim(0)) - 1});
});

}  // namespace etalon::rules
