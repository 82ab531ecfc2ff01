#include "conformance/generate/rule.h"

namespace etalon::rules {

// Either bound, both or none: attributes, then inputs.
const GenerationRule clip_rule("Clip", [](Drafting& call, Draw& draw) {
  call.add(draw.shape());
  if (!call.takes("min")) {
    call.offer_real("min", -4, 0);
    call.offer_real("max", 0, 4);
    return;
  }
  const size_t bounds = draw.below(3);
  if (bounds == 0) return;
  if (draw.chance(0.3)) {
    call.leave_out();
  } else {
    call.add({}, {-4, 0});
  }
  if (bounds == 2) call.add({}, {0, 4});
});

}  // namespace etalon::rules
