#include "conformance/generate/rule.h"

namespace etalon::rules {

// The bias is repeated along axes before `axis`: the first ones, or the last ones.
const GenerationRule bias_softmax_rule("com.microsoft.BiasSoftmax", [](Drafting& call, Draw& draw) {
  const Shape data = draw.shape(2, 4, Empty::never);
  const size_t axis = 1 + draw.below(data.size() - 1), from = draw.below(axis + 1);
  const bool inner = draw.chance(0.5);
  Shape bias = data;
  for (size_t i = 0; i < axis; ++i) {
    if (inner ? i >= from : i < from) bias[i] = 1;
  }
  call.set("is_inner_broadcast", inner ? 1 : 0);
  if (axis != 1 || draw.chance(0.3)) {
    call.set("axis", static_cast<int64_t>(axis) -
                         (draw.chance(0.3) ? static_cast<int64_t>(data.size()) : 0));
  }
  call.add(data);
  call.add(bias);
});

}  // namespace etalon::rules
