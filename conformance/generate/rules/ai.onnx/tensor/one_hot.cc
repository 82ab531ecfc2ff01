#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule one_hot_rule("OneHot", [](Drafting& call, Draw& draw) {
  const size_t depth = 2 + draw.below(4);
  const Shape shape = draw.shape(1, 3, Empty::never);
  const auto highest_index = static_cast<double>(depth) - 1;
  if (draw.chance(0.6)) {
    call.set("axis", call.written_axis(draw.below(shape.size() + 1), shape.size() + 1));
  }
  std::vector<int64_t> indices(element_count(shape));
  for (int64_t& index : indices) index = draw.between(0, static_cast<int64_t>(highest_index));
  call.add_integers(shape, indices);
  call.add_integers({}, {static_cast<int64_t>(depth)});
  call.add({2});
});

}  // namespace etalon::rules
