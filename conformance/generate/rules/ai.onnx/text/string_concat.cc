#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule string_concat_rule("StringConcat", [](Drafting& call, Draw& draw) {
  const Shape whole = draw.shape();
  call.add(draw.broadcastable_to(whole));
  call.add(draw.broadcastable_to(whole));
});

}  // namespace etalon::rules
