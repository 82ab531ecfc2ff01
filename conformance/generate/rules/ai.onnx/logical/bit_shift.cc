#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

void bit_shift(Drafting& call) {
  call.set("direction", call.draw().pick<std::string>({"LEFT", "RIGHT"}));
  two_broadcast(call);
}

const GenerationRule bit_shift_rule("BitShift", bit_shift);

}  // namespace
}  // namespace etalon::rules
