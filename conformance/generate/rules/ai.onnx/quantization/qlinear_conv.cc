#include "conformance/generate/rules/ai.onnx/nn/window.h"

namespace etalon::rules {

// Each scale and zero point is one number; those of the filters may be one number per feature map.
const GenerationRule qlinear_conv_rule("QLinearConv", [](Drafting& call, Draw& draw) {
  const Window window = draw_window(call);
  const Filters filters = draw_filters(call, window);
  const Shape by_map = draw.chance(0.4) ? Shape{filters.maps} : Shape{};
  call.add(filters.X);
  call.add({}, scales);
  call.add(Shape{});
  add_qlinear_filters(call, filters, by_map);
});

}  // namespace etalon::rules
