// GRU: zt = f(Xt·Wzᵀ + Ht-1·Rzᵀ + Wbz + Rbz)
//      rt = f(Xt·Wrᵀ + Ht-1·Rrᵀ + Wbr + Rbr)
//      ht = g(Xt·Whᵀ + (rt ⊙ Ht-1)·Rhᵀ + Rbh + Wbh), or with linear_before_reset
//      ht = g(Xt·Whᵀ + rt ⊙ (Ht-1·Rhᵀ + Rbh) + Wbh)
//      Ht = (1 - zt) ⊙ ht + zt ⊙ Ht-1, in either direction or both; f, g are Sigmoid, Tanh
//   1, 3, 7, 14, 22   3: linear_before_reset; 7: no output_sequence; 14: layout (1: batch first);
//                     22: bfloat16
#include "ops/ai.onnx/rnn/rnn.h"

namespace etalon {
namespace {

bool linear_before_reset(const Call& call) {
  return call.since_version() >= 3 && call.flag("linear_before_reset");
}

State step(const Call& call, const Direction& direction, const Reals& Xt, const State& state) {
  const Activation& f = direction.activations[0];
  const Activation& g = direction.activations[1];
  const Gate& h = direction.gates[2];
  const Reals& H = state[0];
  const Reals zt = f(direction.linear(0, Xt, H));
  const Reals rt = f(direction.linear(1, Xt, H));
  const Reals ht =
      linear_before_reset(call)
          ? g(direction.product(Xt, h.W) + rt * (direction.product(H, h.R) + h.Rb) + h.Wb)
          : g(direction.linear(2, Xt, rt * H));
  return {(1 - zt) * ht + zt * H};
}

Values gru(const Call& call) { return recurrent(call, {3, {"Sigmoid", "Tanh"}, step}); }

const Operator op("GRU", gru, {1, 3, 7, 14, 22});

}  // namespace
}  // namespace etalon
