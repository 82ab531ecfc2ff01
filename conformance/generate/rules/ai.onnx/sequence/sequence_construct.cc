#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule sequence_construct_rule("SequenceConstruct", [](Drafting& call, Draw& draw) {
  const size_t count = 1 + draw.below(4);
  for (size_t i = 0; i < count; ++i) call.add(draw.shape(0, 3));
});

}  // namespace etalon::rules
