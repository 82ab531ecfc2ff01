// RNN, in either direction or both; f is Tanh by default.
//
//   Ht = f(Xt·Wiᵀ + Ht-1·Riᵀ + Wbi + Rbi)
//
//   1, 7      7: no output_sequence
//   14, 22    14: layout (1: batch first); 22: bfloat16
#include "ops/ai.onnx/rnn/recurrent.h"

namespace etalon {
namespace {

Values rnn(const Call& call) {
  const auto step = []<class R>(const Direction& d, const GateProducts<R>& XtW,
                                const State<R>& before) -> State<R> {
    const Activation& f = d.activations[0];
    const GateProducts<R> HtR = d.R[0].products(before[0]);
    return {f(d.linear(0, XtW, HtR[0]))};
  };
  return recurrent(call, {{1}, {"Tanh"}}, step);
}

const Operator op("RNN", rnn, {1, 7, 14, 22});

}  // namespace
}  // namespace etalon
