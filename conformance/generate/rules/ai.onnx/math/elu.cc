#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

void elu(Drafting& call) {
  call.offer_real("alpha", 0.25, 3);
  one_tensor(call);
}

const GenerationRule elu_rule("Elu", elu);

}  // namespace
}  // namespace etalon::rules
