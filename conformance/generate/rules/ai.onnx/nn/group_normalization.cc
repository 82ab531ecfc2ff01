#include "conformance/generate/rules/ai.onnx/nn/normalized.h"

namespace etalon::rules {

const GenerationRule group_normalization_rule("GroupNormalization", [](Drafting& call, Draw& draw) {
  const size_t groups = 1 + draw.below(3);
  const size_t channels = groups * (1 + draw.below(3));
  call.set("num_groups", static_cast<int64_t>(groups));
  call.offer_real("epsilon", 0.015625, 0.5);
  offer_stash_type(call);
  Shape shape = draw.shape(3, 4, Empty::never);
  shape[1] = channels;
  call.add(shape);
  call.add({channels});
  call.add({channels});
});

}  // namespace etalon::rules
