#include "conformance/generate/rules/ai.onnx/nn/window.h"

namespace etalon::rules {
namespace {

void global_lp_pool(Drafting& call) {
  offer_power(call);
  global_pool(call);
}

const GenerationRule global_lp_pool_rule("GlobalLpPool", global_lp_pool);

}  // namespace
}  // namespace etalon::rules
