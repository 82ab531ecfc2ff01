#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule trilu_rule("Trilu", [](Drafting& call) {
  call.offer_flag("upper");
  call.add(call.draw().shape(2));
  if (call.draw().chance(0.7)) call.add_integers({}, {call.draw().between(-4, 4)});
});

}  // namespace etalon::rules
