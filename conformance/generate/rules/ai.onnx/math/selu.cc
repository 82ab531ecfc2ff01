#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

void selu(Drafting& call) {
  call.offer_real("alpha", 1, 2);
  call.offer_real("gamma", 0.5, 2);
  one_tensor(call);
}

const GenerationRule selu_rule("Selu", selu);

}  // namespace
}  // namespace etalon::rules
