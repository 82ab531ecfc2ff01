#include "conformance/generate/common_rules.h"

namespace etalon::rules {

const GenerationRule bit_shift_rule("BitShift", [](Drafting& call, Draw& draw) {
  call.set("direction", draw.pick<std::string>({"LEFT", "RIGHT"}));
  two_broadcast(call);
});

}  // namespace etalon::rules
