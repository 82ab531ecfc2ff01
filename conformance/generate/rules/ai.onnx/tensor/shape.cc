#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule shape_rule("Shape", [](Drafting& call, Draw& draw) {
  const Tensor data = call.add(draw.shape());
  const auto rank = static_cast<int64_t>(data.rank());
  if (draw.chance(0.5)) call.set_if_known("start", draw.between(-rank - 1, rank + 1));
  if (draw.chance(0.5)) call.set_if_known("end", draw.between(-rank - 1, rank + 1));
});

}  // namespace etalon::rules
