#include "conformance/generate/rule.h"

namespace etalon::rules {

// The order of unsorted results is not specified, so `sorted` has its default, 1.
const GenerationRule top_k_rule("TopK", [](Drafting& call, Draw& draw) {
  const Shape shape = draw.shape(1, 4, Empty::never);
  const size_t axis = draw.chance(0.7) ? draw.below(shape.size()) : shape.size() - 1;
  const auto k = static_cast<int64_t>(1 + draw.below(shape[axis]));
  call.set("axis", call.written_axis(axis, shape.size()));
  call.offer_flag("largest");
  call.add(shape);
  if (call.takes("K")) {
    call.add_integers({1}, {k});
  } else {
    call.set("k", k);
  }
});

}  // namespace etalon::rules
