#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule irfft_rule("com.microsoft.Irfft", [](Drafting& call, Draw& draw) {
  if (draw.chance(0.3)) call.set("onesided", 1);
  if (draw.chance(0.3)) call.set("normalized", 0);
  call.set("signal_ndim", 1);
  Shape shape = draw.shape(1, 3, Empty::never);
  ++shape.back();
  shape.push_back(2);
  call.add(shape);
});

}  // namespace etalon::rules
