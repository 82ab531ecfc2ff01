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

template <class R>
State<R> step(const Call& call, const Direction& direction, const GateProducts<R>& XtW,
              const State<R>& state) {
  const Activation& f = direction.activations[0];
  const Activation& g = direction.activations[1];
  const Activation& h = direction.activations[2];
  const Array<R>& H = state[0];
  const Array<R>& C = state[1];
  const GateProducts<R> HtR = direction.R[0].products(H);
  const auto with_peephole = [&](size_t k, const Array<R>& C) -> Array<R> {
    const bool finite = std::same_as<R, WideBall>;
    if (finite && !direction.has_peepholes) return direction.linear(k, XtW, HtR[k]);
    return XtW[k] + HtR[k] + direction.P[k] * C + direction.Wb[k] + direction.Rb[k];
  };
  const Array<R> it = f(with_peephole(input, C));
  const Array<R> ft = call.flag("input_forget") ? Array<R>(1 - it) : f(with_peephole(forget, C));
  const Array<R> ct = g(direction.linear(cell, XtW, HtR[cell]));
  const Array<R> Ct = ft * C + it * ct;
  const Array<R> ot = f(with_peephole(output, Ct));
  return {ot * h(Ct), Ct};
}

Values lstm(const Call& call) {
  return recurrent(
      call, {{4}, {"Sigmoid", "Tanh", "Tanh"}, {step<Ball>, step<WideBall>, step<ArbBall>}, true});
}

const Operator op("LSTM", lstm, {1, 7, 14, 22});

}  // namespace
}  // namespace etalon
