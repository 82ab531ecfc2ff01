#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule lrn_rule("LRN", [](Drafting& call, Draw& draw) {
  call.set("size", 1 + 2 * draw.between(0, 2));
  call.offer_real("alpha", 0.015625, 1);
  call.offer_real("beta", 0.25, 1);
  call.offer_real("bias", 0.5, 2);
  call.add(draw.shape(3, 4, Empty::never));
});

}  // namespace etalon::rules
