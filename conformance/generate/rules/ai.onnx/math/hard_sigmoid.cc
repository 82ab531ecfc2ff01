#include "conformance/generate/common_rules.h"

namespace etalon::rules {

const GenerationRule hard_sigmoid_rule("HardSigmoid", [](Drafting& call) {
  call.offer_real("alpha", 0.1, 1);
  call.offer_real("beta", 0, 1);
  one_tensor(call);
});

}  // namespace etalon::rules
