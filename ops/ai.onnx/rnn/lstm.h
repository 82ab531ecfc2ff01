// A step of LSTM, from the products of its input and of its state with the weights.
#pragma once

#include "ops/ai.onnx/rnn/recurrent.h"

namespace etalon {

enum LstmGate : size_t { input, output, forget, cell };  // as in W[iofc]; P has the first three

//   it = f(XtW_i + HtR_i + Pi ⊙ Ct-1 + Wbi + Rbi)
//   ft = f(XtW_f + HtR_f + Pf ⊙ Ct-1 + Wbf + Rbf), or 1 - it with input_forget
//   ct = g(XtW_c + HtR_c + Wbc + Rbc)
//   Ct = ft ⊙ Ct-1 + it ⊙ ct
//   ot = f(XtW_o + HtR_o + Po ⊙ Ct + Wbo + Rbo)
//   Ht = ot ⊙ h(Ct)
template <class R>
State<R> lstm_step(const Direction& d, const GateProducts<R>& XtW, const GateProducts<R>& HtR,
                   const Array<R>& C, bool input_forget) {
  const Activation &f = d.activations[0], &g = d.activations[1], &h = d.activations[2];
  const Array<R> it = f(d.linear(input, XtW, HtR[input], C));
  const Array<R> ft = input_forget ? Array<R>(1 - it) : f(d.linear(forget, XtW, HtR[forget], C));
  const Array<R> ct = g(d.linear(cell, XtW, HtR[cell]));
  const Array<R> Ct = ft * C + it * ct;
  const Array<R> ot = f(d.linear(output, XtW, HtR[output], Ct));
  return {ot * h(Ct), Ct};
}

}  // namespace etalon
