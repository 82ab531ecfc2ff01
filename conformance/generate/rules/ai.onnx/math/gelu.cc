#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

void gelu(Drafting& call) {
  if (call.draw().chance(0.5)) call.set("approximate", "tanh");
  one_tensor(call);
}

const GenerationRule gelu_rule("Gelu", gelu);

}  // namespace
}  // namespace etalon::rules
