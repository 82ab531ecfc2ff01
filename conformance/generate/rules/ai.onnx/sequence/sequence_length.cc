#include "conformance/generate/rules/ai.onnx/sequence/sequences.h"

namespace etalon::rules {
namespace {

void sequence_length(Drafting& call) { call.add(Value(draw_sequence(call, 0))); }

const GenerationRule sequence_length_rule("SequenceLength", sequence_length);

}  // namespace
}  // namespace etalon::rules
