#include "conformance/generate/rule.h"

namespace etalon::rules {
namespace {

void swiglu(Drafting& call) {
  const Shape shape = call.draw().shape();
  call.offer_real("alpha", 0.25, 3);
  call.add(shape);
  call.add(shape);
}

const GenerationRule swiglu_rule("SwiGLU", swiglu);

}  // namespace
}  // namespace etalon::rules
