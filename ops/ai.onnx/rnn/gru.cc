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

enum : size_t { update, reset, hidden };  // as in W[zrh]

template <class R>
State<R> step(const Call& call, const Direction& direction, const InputProducts<R>& XtW,
              const State<R>& state) {
  const Activation& f = direction.activations[0];
  const Activation& g = direction.activations[1];
  const Gate& h = direction.gates[hidden];
  const Array<R>& H = state[0];
  const bool linear_before_reset = call.since_version() >= 3 && call.flag("linear_before_reset");
  const Array<R> zt = f(direction.linear(update, XtW, H));
  const Array<R> rt = f(direction.linear(reset, XtW, H));
  const Array<R> ht = linear_before_reset
                          ? g(Array<R>(XtW[hidden] + rt * (h.R.product(H) + h.Rb) + h.Wb))
                          : g(direction.linear(hidden, XtW, Array<R>(rt * H)));
  return {(1 - zt) * ht + zt * H};
}

Values gru(const Call& call) {
  return recurrent(call, {3, {"Sigmoid", "Tanh"}, {step<Ball>, step<WideBall>, step<ArbBall>}});
}

const Operator op("GRU", gru, {1, 3, 7, 14, 22});

}  // namespace
}  // namespace etalon
