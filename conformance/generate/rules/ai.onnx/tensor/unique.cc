#include "conformance/generate/rule.h"

namespace etalon::rules {

// Unsorted results are in the order of first occurrence.
const GenerationRule unique_rule("Unique", [](Drafting& call, Draw& draw) {
  const Shape shape = draw.shape(1, 3, Empty::never);
  if (draw.chance(0.5)) call.set("axis", call.written_axis(draw.below(shape.size()), shape.size()));
  call.offer_flag("sorted");
  call.outputs = 1 + draw.below(4);
  call.add(shape, {0, 3});
});

}  // namespace etalon::rules
