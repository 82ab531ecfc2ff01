#include "conformance/generate/rule.h"

namespace etalon::rules {

// Either bound, both or none: attributes, then inputs.
const GenerationRule clip_rule("Clip", [](Drafting& call, Draw& draw) {
  call.add(draw.shape());
  if (!call.takes("min")) {
    const size_t which = draw.below(8);  // none, one of the two, or both
    if (which > 1) call.set("min", draw.reals(1, -4, 0)[0]);
    if (which == 1 || which > 2) call.set("max", draw.reals(1, 0, 4)[0]);
    return;
  }
  const size_t bounds = draw.below(8);
  if (bounds == 0) return;
  call.add_if(!draw.chance(0.2), [&] { call.add_data({}, {-2, 1}); });
  if (bounds > 2) call.add_data({}, {1, 3});
});

}  // namespace etalon::rules
