#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule microsoft_unique_rule("com.microsoft.Unique", [](Drafting& call, Draw& draw) {
  call.add(draw.shape(1, 1), {0, 3});
});

}  // namespace etalon::rules
