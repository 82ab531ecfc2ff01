#include "conformance/generate/rules/ai.onnx/rnn/recurrent.h"

namespace etalon::rules {
namespace {

void rnn(Drafting& call) { recurrent(call, {1, 1, false, ""}); }

const GenerationRule rnn_rule("RNN", rnn);

}  // namespace
}  // namespace etalon::rules
