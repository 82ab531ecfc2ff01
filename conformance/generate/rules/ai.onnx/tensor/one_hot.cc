#include "conformance/generate/rule.h"

namespace etalon::rules {

// Half of the calls have indices that count from the end, or are one past an end.
const GenerationRule one_hot_rule("OneHot", [](Drafting& call, Draw& draw) {
  const size_t depth = 2 + draw.below(4);
  const Shape shape = draw.shape(1, 3, Empty::never);
  const auto past = static_cast<int64_t>(depth);
  const bool inside = draw.chance(0.5);
  if (draw.chance(0.6)) {
    call.set("axis", call.written_axis(draw.below(shape.size() + 1), shape.size() + 1));
  }
  std::vector<int64_t> indices(element_count(shape));
  for (int64_t& index : indices)
    index = inside ? draw.between(0, past - 1) : draw.between(-past - 1, past);
  call.add_integers(shape, indices);
  call.add_integers({}, {past});
  call.add({2});
});

}  // namespace etalon::rules
