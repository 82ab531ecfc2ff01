#include "conformance/generate/common_rules.h"

namespace etalon::rules {

const GenerationRule bit_shift_rule("BitShift", [](Drafting& call) {
  call.set("direction", call.draw().pick<std::string>({"LEFT", "RIGHT"}));
  two_broadcast(call);
});

}  // namespace etalon::rules
