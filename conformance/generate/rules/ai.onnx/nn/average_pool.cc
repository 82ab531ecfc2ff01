#include "conformance/generate/rules/ai.onnx/nn/window.h"

namespace etalon::rules {

const GenerationRule average_pool_rule("AveragePool", [](Drafting& call) {
  const Window window = draw_pool(call);
  call.offer_flag("count_include_pad");
  add_pooled(call, window);
});

}  // namespace etalon::rules
