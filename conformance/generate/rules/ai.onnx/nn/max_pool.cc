#include "conformance/generate/rules/ai.onnx/nn/window.h"

namespace etalon::rules {

// Both outputs, or the first alone.
const GenerationRule max_pool_rule("MaxPool", [](Drafting& call, Draw& draw) {
  if (call.has("storage_order") && draw.chance(0.5)) {
    call.outputs = 2;
    call.offer_flag("storage_order");
  }
  pool(call);
});

}  // namespace etalon::rules
