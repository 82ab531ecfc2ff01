#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule microsoft_trilu_rule("com.microsoft.Trilu", [](Drafting& call, Draw& draw) {
  call.offer_flag("upper");
  call.add(draw.shape(2));
  if (draw.chance(0.7)) call.add_integers({}, {draw.between(-4, 4)});
});

}  // namespace etalon::rules
