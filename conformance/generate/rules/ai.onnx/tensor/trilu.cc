#include "conformance/generate/rule.h"

namespace etalon::rules {
namespace {

void trilu(Drafting& call) {
  call.offer_flag("upper");
  call.add(call.draw().shape(2));
  if (call.draw().chance(0.7)) call.add_integers({}, {call.draw().between(-4, 4)});
}

const GenerationRule trilu_rule("Trilu", trilu);

}  // namespace
}  // namespace etalon::rules
