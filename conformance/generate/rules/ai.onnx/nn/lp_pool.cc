#include "conformance/generate/rules/ai.onnx/nn/window.h"

namespace etalon::rules {

const GenerationRule lp_pool_rule("LpPool", [](Drafting& call) {
  offer_power(call);
  pool(call);
});

}  // namespace etalon::rules
