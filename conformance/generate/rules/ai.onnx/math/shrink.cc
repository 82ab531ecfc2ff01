#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

void shrink(Drafting& call) {
  call.offer_real("lambd", 0, 2);
  call.offer_real("bias", -1, 1);
  one_tensor(call);
}

const GenerationRule shrink_rule("Shrink", shrink);

}  // namespace
}  // namespace etalon::rules
