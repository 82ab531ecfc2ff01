// GRU, in either direction or both; f and g are Sigmoid and Tanh by default.
//
//   zt = f(Xt·Wzᵀ + Ht-1·Rzᵀ + Wbz + Rbz)
//   rt = f(Xt·Wrᵀ + Ht-1·Rrᵀ + Wbr + Rbr)
//   ht = g(Xt·Whᵀ + (rt ⊙ Ht-1)·Rhᵀ + Rbh + Wbh)
//   ht = g(Xt·Whᵀ + rt ⊙ (Ht-1·Rhᵀ + Rbh) + Wbh) with linear_before_reset
//   Ht = (1 - zt) ⊙ ht + zt ⊙ Ht-1
//
//   1, 3      3: linear_before_reset
//   7         no output_sequence
//   14, 22    14: layout (1: batch first); 22: bfloat16
#include "ops/ai.onnx/rnn/recurrent.h"

namespace etalon {
namespace {

enum : size_t { update, reset, hidden };           // as in W[zrh]
enum : size_t { update_and_reset, hidden_alone };  // groups of gates

Values gru(const Call& call) {
  const bool linear_before_reset = call.since_version() >= 3 && call.flag("linear_before_reset");
  const auto step = [&]<class R>(const Direction& d, const GateProducts<R>& XtW,
                                 const State<R>& before) -> State<R> {
    const Activation &f = d.activations[0], &g = d.activations[1];
    const Array<R>& H = before[0];
    const GateProducts<R> HtR = d.R[update_and_reset].products(H);
    const auto HtRh = [&](const Array<R>& h) { return d.R[hidden_alone].products(h)[0]; };
    const Reals &Wbh = d.Wb[hidden], &Rbh = d.Rb[hidden];
    const Array<R> zt = f(d.linear(update, XtW, HtR[update]));
    const Array<R> rt = f(d.linear(reset, XtW, HtR[reset]));
    const Array<R> ht = linear_before_reset ? g(Array<R>(XtW[hidden] + rt * (HtRh(H) + Rbh) + Wbh))
                                            : g(d.linear(hidden, XtW, HtRh(rt * H)));
    return {(1 - zt) * ht + zt * H};
  };
  return recurrent(call, {{2, 1}, {"Sigmoid", "Tanh"}}, step);
}

const Operator op("GRU", gru, {1, 3, 7, 14, 22});

}  // namespace
}  // namespace etalon
