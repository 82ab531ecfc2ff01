#include "conformance/generate/common_rules.h"

namespace etalon::rules {

const GenerationRule selu_rule("Selu", [](Drafting& call) {
  call.offer_real("alpha", 1, 2);
  call.offer_real("gamma", 0.5, 2);
  one_tensor(call);
});

}  // namespace etalon::rules
