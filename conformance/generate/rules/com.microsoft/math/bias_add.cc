#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule bias_add_rule("com.microsoft.BiasAdd", [](Drafting& call, Draw& draw) {
  const Shape shape = draw.shape(3, 3);
  call.add(shape);
  call.add({shape[2]});
  call.add(shape);
});

}  // namespace etalon::rules
