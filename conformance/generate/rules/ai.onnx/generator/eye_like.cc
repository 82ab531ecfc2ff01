#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule eye_like_rule("EyeLike", [](Drafting& call, Draw& draw) {
  if (draw.chance(0.5)) call.set("dtype", static_cast<int64_t>(call.dtype("T2")));
  if (draw.chance(0.5)) call.set("k", draw.between(-3, 3));
  call.add(draw.shape(2, 2));
});

}  // namespace etalon::rules
