#include "conformance/generate/rules/ai.onnx/sequence/sequences.h"

namespace etalon::rules {

const GenerationRule sequence_erase_rule("SequenceErase", [](Drafting& call) {
  const Sequence sequence = draw_sequence(call, 1);
  call.add(Value(sequence));
  if (call.draw().chance(0.3)) return;
  call.add_integers({}, {index_among(call.draw(), sequence.items.size())});
});

}  // namespace etalon::rules
