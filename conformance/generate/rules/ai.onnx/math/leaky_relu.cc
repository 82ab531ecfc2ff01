#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

void leaky_relu(Drafting& call) {
  call.offer_real("alpha", 0, 1);
  one_tensor(call);
}

const GenerationRule leaky_relu_rule("LeakyRelu", leaky_relu);

}  // namespace
}  // namespace etalon::rules
