#include "conformance/generate/rules/ai.onnx/rnn/recurrent.h"

namespace etalon::rules {

const GenerationRule rnn_rule("RNN", [](Drafting& call) { recurrent(call, {1, 1, false, ""}); });

}  // namespace etalon::rules
