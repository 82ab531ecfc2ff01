#include "conformance/generate/rules/ai.onnx/image/image_scales.h"

namespace etalon::rules {

const GenerationRule upsample_rule("Upsample", [](Drafting& call, Draw& draw) {
  call.set("mode", draw.pick<std::string>({"nearest", "linear"}));
  call.narrow("T", is_float);
  const Tensor X = call.add(draw.shape(4, 4, Empty::never));
  const std::vector<double> scales = draw_scales(draw, X.rank(), 1, 2.5);
  if (call.has("height_scale")) {
    call.set("height_scale", scales[2]);
    call.set("width_scale", scales[3]);
  } else if (call.takes("scales")) {
    call.add_reals({X.rank()}, scales);
  } else {
    call.set("scales", scales);
  }
});

}  // namespace etalon::rules
