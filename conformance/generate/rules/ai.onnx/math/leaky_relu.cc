#include "conformance/generate/common_rules.h"

namespace etalon::rules {

const GenerationRule leaky_relu_rule("LeakyRelu", [](Drafting& call) {
  call.offer_real("alpha", 0, 1);
  one_tensor(call);
});

}  // namespace etalon::rules
