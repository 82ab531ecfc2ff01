// RNN, in either direction or both; f is Tanh by default.
//
//   Ht = f(Xt·Wiᵀ + Ht-1·Riᵀ + Wbi + Rbi)
//
//   1, 7      7: no output_sequence
//   14, 22    14: layout (1: batch first); 22: bfloat16
#include "ops/ai.onnx/rnn/recurrent.h"

namespace etalon {
namespace {

template <class R>
State<R> step(const Call&, const Direction& direction, const GateProducts<R>& XtW,
              const State<R>& state) {
  const Activation& f = direction.activations[0];
  const GateProducts<R> HtR = direction.R[0].products(state[0]);
  return {f(direction.linear(0, XtW, HtR[0]))};
}

Values rnn(const Call& call) {
  return recurrent(call, {{1}, {"Tanh"}, {step<Ball>, step<WideBall>, step<ArbBall>}});
}

const Operator op("RNN", rnn, {1, 7, 14, 22});

}  // namespace
}  // namespace etalon
