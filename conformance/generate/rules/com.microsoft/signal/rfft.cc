#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule rfft_rule("com.microsoft.Rfft", [](Drafting& call, Draw& draw) {
  for (const char* attribute : {"onesided", "signal_ndim"}) {
    if (draw.chance(0.3)) call.set(attribute, 1);
  }
  if (draw.chance(0.3)) call.set("normalized", 0);
  Shape shape = draw.shape(1, 3, Empty::never);
  shape.back() *= 2;
  call.add(shape);
});

}  // namespace etalon::rules
