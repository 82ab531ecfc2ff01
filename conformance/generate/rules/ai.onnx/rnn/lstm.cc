#include "conformance/generate/rules/ai.onnx/rnn/recurrent.h"

namespace etalon::rules {
namespace {

void lstm(Drafting& call) { recurrent(call, {4, 3, true, "input_forget"}); }

const GenerationRule lstm_rule("LSTM", lstm);

}  // namespace
}  // namespace etalon::rules
