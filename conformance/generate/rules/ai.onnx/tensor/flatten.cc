#include "conformance/generate/rule.h"

namespace etalon::rules {

// Older versions flatten from rank 1 or 2 on, before an axis from 0 to the rank.
const GenerationRule flatten_rule("Flatten", [](Drafting& call, Draw& draw) {
  const Shape shape = draw.shape(2);
  const size_t axis = draw.below(shape.size() + 1);
  const bool last = axis == shape.size();
  call.set("axis", last ? static_cast<int64_t>(axis) : call.written_axis(axis, shape.size()));
  call.add(shape);
});

}  // namespace etalon::rules
