#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

// Floats need fmod.
void mod(Drafting& call) {
  if (is_float(call.dtype("T"))) {
    call.set("fmod", 1);
  } else {
    call.offer_flag("fmod");
  }
  two_broadcast(call);
}

const GenerationRule mod_rule("Mod", mod);

}  // namespace
}  // namespace etalon::rules
