#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule one_hot_rule("OneHot", [](Drafting& call, Draw& draw) {
  const auto depth = static_cast<int64_t>(2 + draw.below(4));
  const Shape shape = draw.shape(1, 3, Empty::never);
  if (draw.chance(0.6)) {
    call.set("axis", call.written_axis(draw.below(shape.size() + 1), shape.size() + 1));
  }
  call.add_integers(shape, draw.several_between(element_count(shape), 0, depth - 1));
  call.add_integers({}, {depth});
  call.add({2});
});

}  // namespace etalon::rules
