#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule swiglu_rule("SwiGLU", [](Drafting& call) {
  const Shape shape = call.draw().shape();
  call.offer_real("alpha", 0.25, 3);
  call.add(shape);
  call.add(shape);
});

}  // namespace etalon::rules
