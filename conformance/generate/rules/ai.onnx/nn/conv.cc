#include "conformance/generate/rules/ai.onnx/nn/window.h"

namespace etalon::rules {

const GenerationRule conv_rule("Conv", [](Drafting& call, Draw& draw) {
  const Window window = draw_window(call);
  const Filters filters = draw_filters(call, window);
  call.add(filters.X);
  call.add(filters.W);
  if (draw.chance(0.5)) call.add({filters.maps});
});

}  // namespace etalon::rules
