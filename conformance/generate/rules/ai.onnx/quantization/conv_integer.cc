#include "conformance/generate/rules/ai.onnx/nn/window.h"

namespace etalon::rules {

const GenerationRule conv_integer_rule("ConvInteger", [](Drafting& call, Draw& draw) {
  const Window window = draw_window(call);
  const Filters filters = draw_filters(call, window);
  call.add(filters.X);
  call.add(filters.W);
  if (draw.chance(0.4)) return;
  call.add_if(draw.chance(0.8), [&] { call.add(Shape{}); });
  if (draw.chance(0.6)) call.add(draw.chance(0.5) ? Shape{} : Shape{filters.maps});
});

}  // namespace etalon::rules
