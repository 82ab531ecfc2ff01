#include "conformance/generate/rules/ai.onnx/sequence/sequences.h"

namespace etalon::rules {
namespace {

void sequence_erase(Drafting& call) {
  const Sequence sequence = draw_sequence(call, 1);
  call.add(Value(sequence));
  if (call.draw().chance(0.3)) return;
  call.add_integers({}, {index_among(call.draw(), sequence.items.size())});
}

const GenerationRule sequence_erase_rule("SequenceErase", sequence_erase);

}  // namespace
}  // namespace etalon::rules
