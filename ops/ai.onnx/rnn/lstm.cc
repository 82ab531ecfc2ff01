// LSTM, in either direction or both; f, g and h are Sigmoid, Tanh and Tanh by default.
//
//   it = f(Xt·Wiᵀ + Ht-1·Riᵀ + Pi ⊙ Ct-1 + Wbi + Rbi)
//   ft = f(Xt·Wfᵀ + Ht-1·Rfᵀ + Pf ⊙ Ct-1 + Wbf + Rbf), or 1 - it with input_forget
//   ct = g(Xt·Wcᵀ + Ht-1·Rcᵀ + Wbc + Rbc)
//   Ct = ft ⊙ Ct-1 + it ⊙ ct
//   ot = f(Xt·Woᵀ + Ht-1·Roᵀ + Po ⊙ Ct + Wbo + Rbo)
//   Ht = ot ⊙ h(Ct)
//
//   1, 7      7: no output_sequence
//   14, 22    14: layout (1: batch first); 22: bfloat16
#include "ops/ai.onnx/rnn/lstm.h"

namespace etalon {
namespace {

Values lstm(const Call& call) {
  const bool input_forget = call.flag("input_forget");
  const auto step = [&]<class R>(const Direction& d, const GateProducts<R>& XtW,
                                 const State<R>& before) -> State<R> {
    const Array<R>&H = before[0], &C = before[1];
    return lstm_step(d, XtW, d.R[0].products(H), C, input_forget);
  };
  return recurrent(call, {{4}, {"Sigmoid", "Tanh", "Tanh"}, true}, step);
}

const Operator op("LSTM", lstm, {1, 7, 14, 22});

}  // namespace
}  // namespace etalon
