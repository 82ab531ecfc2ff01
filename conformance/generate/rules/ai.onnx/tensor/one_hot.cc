#include "conformance/generate/rule.h"

namespace etalon::rules {

// Half of the calls have indices that count from the end, or are one past an end.
const GenerationRule one_hot_rule("OneHot", [](Drafting& call, Draw& draw) {
  const auto depth = static_cast<int64_t>(2 + draw.below(4));
  const Shape shape = draw.shape(1, 3, Empty::never);
  const bool inside = draw.chance(0.5);
  if (draw.chance(0.6)) {
    call.set("axis", call.written_axis(draw.below(shape.size() + 1), shape.size() + 1));
  }
  const int64_t least = inside ? 0 : -depth - 1, greatest = inside ? depth - 1 : depth;
  call.add_integers(shape, draw.several_between(element_count(shape), least, greatest));
  call.add_integers({}, {depth});
  call.add({2});
});

}  // namespace etalon::rules
