#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule inverse_rule("com.microsoft.Inverse", [](Drafting& call, Draw& draw) {
  Shape shape = draw.shape(0, 2, Empty::never);
  const size_t n = 1 + draw.below(4);
  shape.insert(shape.end(), {n, n});
  call.add(shape);
});

}  // namespace etalon::rules
