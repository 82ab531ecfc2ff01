#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule causal_conv_with_state_rule("CausalConvWithState", [](Drafting& call,
                                                                           Draw& draw) {
  const size_t batch = 1 + draw.below(2);
  const size_t channels = 1 + draw.below(3);
  const size_t k = 2 + draw.below(3);
  if (draw.chance(0.6)) call.set("activation", draw.pick<std::string>({"none", "silu", "swish"}));
  call.outputs = 2;
  call.add({batch, channels, 1 + draw.below(5)});
  call.add({channels, 1, k});
  call.add_if(draw.chance(0.5), [&] { call.add({channels}); });
  if (draw.chance(0.5)) call.add({batch, channels, k - 1});
});

}  // namespace etalon::rules
