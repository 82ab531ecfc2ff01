#include "conformance/generate/common_rules.h"

namespace etalon::rules {

const GenerationRule quick_gelu_rule("com.microsoft.QuickGelu", [](Drafting& call) {
  call.offer_real("alpha", -2, 2);
  one_tensor(call);
});

}  // namespace etalon::rules
