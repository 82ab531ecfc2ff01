#include "conformance/generate/common_rules.h"

namespace etalon::rules {

const GenerationRule is_inf_rule("IsInf", [](Drafting& call) {
  call.offer_flag("detect_negative");
  call.offer_flag("detect_positive");
  one_tensor(call);
});

}  // namespace etalon::rules
