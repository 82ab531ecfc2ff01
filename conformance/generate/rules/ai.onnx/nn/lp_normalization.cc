#include "conformance/generate/common_rules.h"

namespace etalon::rules {

const GenerationRule lp_normalization_rule("LpNormalization", [](Drafting& call, Draw& draw) {
  if (draw.chance(0.5)) call.set("p", draw.between(1, 2));
  along_axis(call);
});

}  // namespace etalon::rules
