#include "conformance/generate/rule.h"

namespace etalon::rules {

// Parts of one given size, of which the last may be smaller; of given sizes; or single slices.
const GenerationRule split_to_sequence_rule("SplitToSequence", [](Drafting& call, Draw& draw) {
  const Tensor input = call.add(draw.shape(1, 3, Empty::never));
  const size_t axis = draw.below(input.rank());
  const auto length = static_cast<int64_t>(input.dim(axis));
  call.set("axis", call.written_axis(axis, input.rank()));
  if (draw.chance(0.4)) return call.offer_flag("keepdims");
  if (draw.chance(0.5)) return call.add_integers({}, {draw.between(1, length)});
  const int64_t first = draw.between(0, length);
  call.add_integers({2}, {first, length - first});
});

}  // namespace etalon::rules
