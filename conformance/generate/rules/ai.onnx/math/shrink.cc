#include "conformance/generate/common_rules.h"

namespace etalon::rules {

const GenerationRule shrink_rule("Shrink", [](Drafting& call) {
  call.offer_real("lambd", 0, 2);
  call.offer_real("bias", -1, 1);
  one_tensor(call);
});

}  // namespace etalon::rules
