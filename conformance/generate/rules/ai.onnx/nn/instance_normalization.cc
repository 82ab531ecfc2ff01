#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule instance_normalization_rule("InstanceNormalization", [](Drafting& call,
                                                                             Draw& draw) {
  call.offer_real("epsilon", 0.015625, 0.5);
  const Tensor input = call.add(draw.shape(call.version() == 1 ? 4 : 3, 4, Empty::never));
  call.add({input.dim(1)});
  call.add({input.dim(1)});
});

}  // namespace etalon::rules
