#include "conformance/generate/rules/ai.onnx/sequence/sequences.h"

namespace etalon::rules {

// The position may be one past the last.
const GenerationRule sequence_insert_rule("SequenceInsert", [](Drafting& call, Draw& draw) {
  const Sequence sequence = draw_sequence(call, 0);
  const auto count = static_cast<int64_t>(sequence.items.size());
  call.add(Value(sequence));
  call.add(Value(random_tensor(draw, sequence.element.dtype, draw.shape(0, 2))));
  if (draw.chance(0.7)) call.add_integers({}, {draw.between(-count, count)});
});

}  // namespace etalon::rules
