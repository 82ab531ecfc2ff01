#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule bias_gelu_rule("com.microsoft.BiasGelu", [](Drafting& call, Draw& draw) {
  const Shape shape = draw.shape(1);
  call.add(shape);
  call.add({shape.back()});
});

}  // namespace etalon::rules
