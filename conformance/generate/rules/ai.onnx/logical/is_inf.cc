#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

void is_inf(Drafting& call) {
  call.offer_flag("detect_negative");
  call.offer_flag("detect_positive");
  one_tensor(call);
}

const GenerationRule is_inf_rule("IsInf", is_inf);

}  // namespace
}  // namespace etalon::rules
