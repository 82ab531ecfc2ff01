#include "conformance/generate/common_rules.h"

namespace etalon::rules {

const GenerationRule gelu_rule("Gelu", [](Drafting& call, Draw& draw) {
  if (draw.chance(0.5)) call.set("approximate", "tanh");
  one_tensor(call);
});

}  // namespace etalon::rules
