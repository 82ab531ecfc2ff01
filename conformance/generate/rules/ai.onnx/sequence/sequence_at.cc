#include "conformance/generate/rules/ai.onnx/sequence/sequences.h"

namespace etalon::rules {
namespace {

void sequence_at(Drafting& call) {
  const Sequence sequence = draw_sequence(call, 1);
  call.add(Value(sequence));
  call.add_integers({}, {index_among(call.draw(), sequence.items.size())});
}

const GenerationRule sequence_at_rule("SequenceAt", sequence_at);

}  // namespace
}  // namespace etalon::rules
