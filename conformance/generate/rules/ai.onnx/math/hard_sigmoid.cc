#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

void hard_sigmoid(Drafting& call) {
  call.offer_real("alpha", 0.1, 1);
  call.offer_real("beta", 0, 1);
  one_tensor(call);
}

const GenerationRule hard_sigmoid_rule("HardSigmoid", hard_sigmoid);

}  // namespace
}  // namespace etalon::rules
