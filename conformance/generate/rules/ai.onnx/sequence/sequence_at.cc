#include "conformance/generate/rules/ai.onnx/sequence/sequences.h"

namespace etalon::rules {

const GenerationRule sequence_at_rule("SequenceAt", [](Drafting& call, Draw& draw) {
  const Sequence sequence = draw_sequence(call, 1);
  call.add(Value(sequence));
  call.add_integers({}, {index_among(draw, sequence.items.size())});
});

}  // namespace etalon::rules
