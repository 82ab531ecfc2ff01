#include "conformance/generate/rules/ai.onnx/rnn/recurrent.h"

namespace etalon::rules {
namespace {

void gru(Drafting& call) { recurrent(call, {3, 2, false, "linear_before_reset"}); }

const GenerationRule gru_rule("GRU", gru);

}  // namespace
}  // namespace etalon::rules
