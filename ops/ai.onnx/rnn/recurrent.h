// What RNN, GRU and LSTM share: parameters by direction and gate, and the walk over time.
#pragma once

#include "ops/ai.onnx/rnn/activation.h"
#include "ops/ai.onnx/rnn/weights.h"

namespace etalon {

// What one gate of one direction is computed with.
struct Gate {
  Weights W, R;  // transposed: [input_size, hidden_size] and [hidden_size, hidden_size]
  Reals Wb, Rb;  // [hidden_size]
};

// Xt·Wkᵀ of the step's input and each gate k: [batch_size, hidden_size].
template <class R>
using InputProducts = std::vector<Array<R>>;

// One direction of a layer.
struct Direction {
  bool reversed = false;
  std::vector<Gate> gates;
  std::vector<Reals> P;  // LSTM's peepholes, [hidden_size] each
  std::vector<Activation> activations;

  // Xt·Wkᵀ + Ht-1·Rkᵀ + Wbk + Rbk of gate k
  template <class R>
  Array<R> linear(size_t k, const InputProducts<R>& XtW, const Array<R>& H) const {
    const Gate& gate = gates[k];
    return XtW[k] + gate.R.product(H) + gate.Wb + gate.Rb;
  }
};

// H and, for LSTM, C: [batch_size, hidden_size].
template <class R>
using State = std::vector<Array<R>>;

// The state after a step, from the step's input and the state before.
template <class R>
using Step = State<R> (*)(const Call& call, const Direction& direction, const InputProducts<R>& XtW,
                          const State<R>& state);

// What makes one operator of the family: its step is a formula over any carrier of the reals.
struct Cell {
  size_t gates;
  std::vector<std::string> default_activations;
  std::tuple<Step<Ball>, Step<WideBall>, Step<ArbBall>> steps;
  bool is_lstm = false;  // has C and peepholes
};

// The operator's outputs: Y, Y_h and, for LSTM, Y_c.
Values recurrent(const Call& call, const Cell& cell);

}  // namespace etalon
