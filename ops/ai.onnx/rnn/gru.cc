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

template <class R>
State<R> step(const Call& call, const Direction& direction, const GateProducts<R>& XtW,
              const State<R>& state) {
  const Activation& f = direction.activations[0];
  const Activation& g = direction.activations[1];
  const Array<R>& H = state[0];
  const bool linear_before_reset = call.since_version() >= 3 && call.flag("linear_before_reset");
  const GateProducts<R> HtR = direction.R[update_and_reset].products(H);
  const Array<R> zt = f(direction.linear(update, XtW, HtR[update]));
  const Array<R> rt = f(direction.linear(reset, XtW, HtR[reset]));
  const auto HtRh = [&](const Array<R>& H) { return direction.R[hidden_alone].products(H)[0]; };
  const Reals &Wbh = direction.Wb[hidden], &Rbh = direction.Rb[hidden];
  const Array<R> ht = linear_before_reset ? g(Array<R>(XtW[hidden] + rt * (HtRh(H) + Rbh) + Wbh))
                                          : g(direction.linear(hidden, XtW, HtRh(rt * H)));
  return {(1 - zt) * ht + zt * H};
}

Values gru(const Call& call) {
  return recurrent(call,
                   {{2, 1}, {"Sigmoid", "Tanh"}, {step<Ball>, step<WideBall>, step<ArbBall>}});
}

const Operator op("GRU", gru, {1, 3, 7, 14, 22});

}  // namespace
}  // namespace etalon
