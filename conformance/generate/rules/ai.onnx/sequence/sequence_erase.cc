#include "conformance/generate/rules/ai.onnx/sequence/sequences.h"

namespace etalon::rules {

const GenerationRule sequence_erase_rule("SequenceErase", [](Drafting& call, Draw& draw) {
  const Sequence sequence = draw_sequence(call, 1);
  call.add(Value(sequence));
  if (draw.chance(0.3)) return;
  call.add_integers({}, {index_among(draw, sequence.items.size())});
});

}  // namespace etalon::rules
