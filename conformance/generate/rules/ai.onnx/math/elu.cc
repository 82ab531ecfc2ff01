#include "conformance/generate/common_rules.h"

namespace etalon::rules {

const GenerationRule elu_rule("Elu", [](Drafting& call) {
  call.offer_real("alpha", 0.25, 3);
  one_tensor(call);
});

}  // namespace etalon::rules
