#include "conformance/generate/rules/ai.onnx/nn/window.h"

namespace etalon::rules {

const GenerationRule global_lp_pool_rule("GlobalLpPool", [](Drafting& call) {
  offer_power(call);
  global_pool(call);
});

}  // namespace etalon::rules
