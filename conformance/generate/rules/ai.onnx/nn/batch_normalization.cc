#include "conformance/generate/rule.h"

namespace etalon::rules {

// For inference; versions 1 and 6 train unless is_test is set.
const GenerationRule batch_normalization_rule("BatchNormalization", [](Drafting& call, Draw& draw) {
  call.set_if_known("is_test", 1);
  constexpr int first = 1;
  if (call.version() == first) call.set("consumed_inputs", std::vector<int64_t>{0, 0, 0, 1, 1});
  call.offer_real("epsilon", 0.015625, 0.5);
  const Tensor X = call.add(draw.shape(2, 4, Empty::never));
  const Shape channels = {X.dim(1)};
  for (int i = 0; i < 4; ++i) call.add(channels);
});

}  // namespace etalon::rules
