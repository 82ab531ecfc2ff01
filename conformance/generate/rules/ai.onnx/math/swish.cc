#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

void swish(Drafting& call) {
  call.offer_real("alpha", 0.25, 3);
  one_tensor(call);
}

const GenerationRule swish_rule("Swish", swish);

}  // namespace
}  // namespace etalon::rules
