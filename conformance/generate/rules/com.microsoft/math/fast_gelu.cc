#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule fast_gelu_rule("com.microsoft.FastGelu", [](Drafting& call, Draw& draw) {
  const Shape shape = draw.shape(1);
  call.add(shape);
  if (draw.chance(0.5)) call.add({shape.back()});
});

}  // namespace etalon::rules
