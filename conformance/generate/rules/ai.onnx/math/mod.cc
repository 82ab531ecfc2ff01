#include "conformance/generate/common_rules.h"

namespace etalon::rules {

// Floats need fmod.
const GenerationRule mod_rule("Mod", [](Drafting& call) {
  if (is_float(call.dtype("T"))) {
    call.set("fmod", 1);
  } else {
    call.offer_flag("fmod");
  }
  two_broadcast(call);
});

}  // namespace etalon::rules
