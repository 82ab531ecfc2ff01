#include "conformance/generate/rules/ai.onnx/nn/window.h"

namespace etalon::rules {
namespace {

// Both outputs, or the first alone.
void max_pool(Drafting& call) {
  if (call.has("storage_order") && call.draw().chance(0.5)) {
    call.outputs = 2;
    call.offer_flag("storage_order");
  }
  pool(call);
}

const GenerationRule max_pool_rule("MaxPool", max_pool);

}  // namespace
}  // namespace etalon::rules
