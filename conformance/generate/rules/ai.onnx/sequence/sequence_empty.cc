#include "conformance/generate/rule.h"

namespace etalon::rules {
namespace {

void sequence_empty(Drafting& call) {
  if (call.draw().chance(0.7)) call.set("dtype", static_cast<int64_t>(call.dtype("S")));
}

const GenerationRule sequence_empty_rule("SequenceEmpty", sequence_empty);

}  // namespace
}  // namespace etalon::rules
