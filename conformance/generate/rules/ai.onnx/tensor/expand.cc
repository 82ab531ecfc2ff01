#include "conformance/generate/common_rules.h"

namespace etalon::rules {

const GenerationRule expand_rule("Expand", [](Drafting& call, Draw& draw) {
  const Shape whole = draw.shape(1);
  call.add(draw.broadcastable_to(whole));
  const Shape target = draw.chance(0.5) ? whole : draw.broadcastable_to(whole);
  call.add_integers({target.size()}, as_integers(target));
});

}  // namespace etalon::rules
