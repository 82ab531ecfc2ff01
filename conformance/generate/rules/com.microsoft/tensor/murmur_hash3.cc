#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule murmur_hash3_rule("com.microsoft.MurmurHash3", [](Drafting& call, Draw& draw) {
  const bool positive = draw.chance(0.6);
  if (!positive || draw.chance(0.3)) call.set("positive", positive ? 1 : 0);
  if (draw.chance(0.5)) call.set("seed", draw.between(0, 4294967295));
  call.add(draw.shape());
});

}  // namespace etalon::rules
