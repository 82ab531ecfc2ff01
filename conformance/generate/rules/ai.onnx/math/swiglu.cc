#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule swiglu_rule("SwiGLU", [](Drafting& call, Draw& draw) {
  const Shape shape = draw.shape();
  call.offer_real("alpha", 0.25, 3);
  call.add(shape);
  call.add(shape);
});

}  // namespace etalon::rules
