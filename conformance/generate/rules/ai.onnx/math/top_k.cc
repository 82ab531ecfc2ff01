#include "conformance/generate/rule.h"

namespace etalon::rules {

// The order of several unsorted results is not specified: such calls are drawn seldom.
const GenerationRule top_k_rule("TopK", [](Drafting& call, Draw& draw) {
  const Shape shape = draw.shape(1, 4, Empty::never);
  const size_t axis = draw.chance(0.7) ? draw.below(shape.size()) : shape.size() - 1;
  const auto k = static_cast<int64_t>(1 + draw.below(shape[axis]));
  const bool last = axis + 1 == shape.size();
  if (!last || draw.chance(0.5)) call.set("axis", call.written_axis(axis, shape.size()));
  call.offer_flag("largest");
  if (draw.chance(k == 1 ? 0.5 : 0.02)) call.set_if_known("sorted", 0);
  call.add(shape);
  if (call.takes("K")) {
    call.add_integers({1}, {k});
  } else {
    call.set("k", k);
  }
});

}  // namespace etalon::rules
