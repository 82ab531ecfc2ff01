#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule concat_rule("Concat", [](Drafting& call, Draw& draw) {
  Shape shape = draw.shape(1);
  const size_t axis = draw.below(shape.size());
  call.set("axis", call.written_axis(axis, shape.size()));
  const size_t count = 1 + draw.below(4);
  for (size_t i = 0; i < count; ++i) {
    shape[axis] = draw.below(4);
    call.add(shape);
  }
});

}  // namespace etalon::rules
