#include "conformance/generate/rules/ai.onnx/rnn/recurrent.h"

namespace etalon::rules {

const GenerationRule lstm_rule("LSTM", [](Drafting& call) {
  recurrent(call, {4, 3, true, "input_forget"});
});

}  // namespace etalon::rules
