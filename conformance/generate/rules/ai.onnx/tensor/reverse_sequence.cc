#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule reverse_sequence_rule("ReverseSequence", [](Drafting& call, Draw& draw) {
  const Tensor input = call.add(draw.shape(2, 4, Empty::never));
  const size_t batch_axis = draw.below(2);
  std::vector<int64_t> lengths(input.dim(batch_axis));
  const auto time = static_cast<int64_t>(input.dim(1 - batch_axis));
  for (int64_t& length : lengths) length = draw.chance(0.1) ? 0 : draw.between(1, time);
  call.add_integers({lengths.size()}, lengths);
  call.set("batch_axis", static_cast<int64_t>(batch_axis));
  call.set("time_axis", static_cast<int64_t>(1 - batch_axis));
});

}  // namespace etalon::rules
