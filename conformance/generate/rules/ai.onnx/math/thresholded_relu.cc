#include "conformance/generate/common_rules.h"

namespace etalon::rules {

const GenerationRule thresholded_relu_rule("ThresholdedRelu", [](Drafting& call) {
  call.offer_real("alpha", -1, 3);
  one_tensor(call);
});

}  // namespace etalon::rules
