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
#include "ops/ai.onnx/rnn/recurrent.h"

namespace etalon {
namespace {

enum : size_t { input, output, forget, cell };  // as in W[iofc]; P has the first three

State step(const Call& call, const Direction& direction, const Reals& Xt, const State& state) {
  const Activation& f = direction.activations[0];
  const Activation& g = direction.activations[1];
  const Activation& h = direction.activations[2];
  const std::vector<Reals>& P = direction.P;
  const Reals& H = state[0];
  const Reals& C = state[1];
  const Reals it = f(direction.linear(input, Xt, H) + P[input] * C);
  const Reals ft = call.flag("input_forget") ? Reals(1 - it)
                                             : f(direction.linear(forget, Xt, H) + P[forget] * C);
  const Reals ct = g(direction.linear(cell, Xt, H));
  const Reals Ct = ft * C + it * ct;
  const Reals ot = f(direction.linear(output, Xt, H) + P[output] * Ct);
  return {ot * h(Ct), Ct};
}

Values lstm(const Call& call) {
  return recurrent(call, {4, {"Sigmoid", "Tanh", "Tanh"}, step, true});
}

const Operator op("LSTM", lstm, {1, 7, 14, 22});

}  // namespace
}  // namespace etalon
