// RNN, GRU and LSTM.
#include "ops/ai.onnx/rnn/open/no_steps.h"

namespace etalon {
namespace {

const Open op[] = {{"RNN", no_steps, last_states},
                   {"GRU", no_steps, last_states},
                   {"LSTM", no_steps, last_states}};

}  // namespace
}  // namespace etalon
