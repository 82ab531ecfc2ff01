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

Values lstm(const Call& call, const LstmProducts& products) {
  const bool input_forget = call.flag("input_forget");
  const auto step = [&]<class R>(const Direction& d, const GateProducts<R>& XW,
                                 const State<R>& before) -> State<R> {
    const Activation &f = d.activations[0], &g = d.activations[1], &h = d.activations[2];
    const Array<R>&H = before[0], &C = before[1];
    const auto [XtW, HtR] = products(d, XW, H);
    const Array<R> it = f(d.linear(input, XtW, HtR[input], C));
    const Array<R> ft = input_forget ? Array<R>(1 - it) : f(d.linear(forget, XtW, HtR[forget], C));
    const Array<R> ct = g(d.linear(cell, XtW, HtR[cell]));
    const Array<R> Ct = ft * C + it * ct;
    const Array<R> ot = f(d.linear(output, XtW, HtR[output], Ct));
    return {ot * h(Ct), Ct};
  };
  return recurrent(call, {{4}, {"Sigmoid", "Tanh", "Tanh"}, true}, step);
}

namespace {

Values lstm(const Call& call) {
  const auto products = []<class R>(const Direction& d, const GateProducts<R>& XtW,
                                    const Array<R>& H) -> LstmProducts::Both<R> {
    return {XtW, d.R[0].products(H)};
  };
  return lstm(call, LstmProducts(products));
}

const Operator op("LSTM", lstm, {1, 7, 14, 22});

}  // namespace
}  // namespace etalon
