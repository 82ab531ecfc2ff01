#include "conformance/generate/rules/ai.onnx/nn/window.h"

namespace etalon::rules {
namespace {

void lp_pool(Drafting& call) {
  offer_power(call);
  pool(call);
}

const GenerationRule lp_pool_rule("LpPool", lp_pool);

}  // namespace
}  // namespace etalon::rules
