#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

void thresholded_relu(Drafting& call) {
  call.offer_real("alpha", -1, 3);
  one_tensor(call);
}

const GenerationRule thresholded_relu_rule("ThresholdedRelu", thresholded_relu);

}  // namespace
}  // namespace etalon::rules
