#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule sequence_empty_rule("SequenceEmpty", [](Drafting& call, Draw& draw) {
  if (draw.chance(0.7)) call.set("dtype", static_cast<int64_t>(call.dtype("S")));
});

}  // namespace etalon::rules
