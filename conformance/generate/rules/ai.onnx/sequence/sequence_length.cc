#include "conformance/generate/rules/ai.onnx/sequence/sequences.h"

namespace etalon::rules {

const GenerationRule sequence_length_rule("SequenceLength", [](Drafting& call) {
  call.add(Value(draw_sequence(call, 0)));
});

}  // namespace etalon::rules
