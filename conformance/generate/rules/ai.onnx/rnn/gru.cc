#include "conformance/generate/rules/ai.onnx/rnn/recurrent.h"

namespace etalon::rules {

const GenerationRule gru_rule("GRU", [](Drafting& call) {
  recurrent(call, {3, 2, false, "linear_before_reset"});
});

}  // namespace etalon::rules
