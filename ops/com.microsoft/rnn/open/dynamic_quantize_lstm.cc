// DynamicQuantizeLSTM: a sequence of no steps, as LSTM has it; and NaN and infinities, which as
// integers are nothing.
#include "ops/ai.onnx/rnn/open/no_steps.h"

namespace etalon {
namespace {

bool all_finite(const Tensor* X) { return !X || xt::all(Bools(xt::isfinite(X->as<double>()))); }

void open_lstm(Opening& open) {
  last_states(open);
  const Call& call = open.call;
  bool finite = all_finite(&call.tensor("X")) && all_finite(call.maybe("initial_h"));
  finite = finite && all_finite(&open.Y);
  for (size_t i = 0; i < open.output_count(); ++i) {
    Tensor& Y = open.output(i);
    Y = anything(Y, "no_number", [&] { return full(Y.shape(), !finite); });
  }
}

const Open op("DynamicQuantizeLSTM", no_steps, open_lstm);

}  // namespace
}  // namespace etalon
