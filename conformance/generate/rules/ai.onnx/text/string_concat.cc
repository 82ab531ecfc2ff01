#include "conformance/generate/rule.h"

namespace etalon::rules {
namespace {

void string_concat(Drafting& call) {
  Draw& draw = call.draw();
  const Shape whole = draw.shape();
  call.add(draw.broadcastable_to(whole));
  call.add(draw.broadcastable_to(whole));
}

const GenerationRule string_concat_rule("StringConcat", string_concat);

}  // namespace
}  // namespace etalon::rules
