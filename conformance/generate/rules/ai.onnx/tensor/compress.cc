#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule compress_rule("Compress", [](Drafting& call, Draw& draw) {
  const Tensor input = call.add(draw.shape(1, 4, Empty::never));
  const bool flat = draw.chance(0.3);
  const size_t axis = draw.below(input.rank());
  if (!flat) call.set("axis", call.written_axis(axis, input.rank()));
  const size_t most = flat ? input.size() : input.dim(axis);
  call.add({1 + draw.below(most)});
});

}  // namespace etalon::rules
