#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule sequence_construct_rule("SequenceConstruct", [](Drafting& call) {
  const size_t count = 1 + call.draw().below(4);
  for (size_t i = 0; i < count; ++i) call.add(call.draw().shape(0, 3));
});

}  // namespace etalon::rules
