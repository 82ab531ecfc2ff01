#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

void celu(Drafting& call) {
  call.offer_real("alpha", 0.25, 3);
  one_tensor(call);
}

const GenerationRule celu_rule("Celu", celu);

}  // namespace
}  // namespace etalon::rules
