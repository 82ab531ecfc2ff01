// What RNN, GRU and LSTM share: parameters by direction and gate, and the walk over time.
#pragma once

#include "engine/numerics/matmul.h"
#include "ops/ai.onnx/rnn/activation.h"

namespace etalon {

// What one gate of one direction is computed with.
struct Gate {
  Reals W, R;    // transposed: [input_size, hidden_size] and [hidden_size, hidden_size]
  Reals Wb, Rb;  // [hidden_size]
};

// One direction of a layer.
struct Direction {
  bool reversed = false;
  std::vector<Gate> gates;
  std::vector<Reals> P;  // LSTM's peepholes, [hidden_size] each
  std::vector<Activation> activations;
  bool compensated = false;  // products of float64

  Reals product(const Reals& a, const Reals& b) const { return matmul(a, b, compensated); }
  // Xt·Wkᵀ + Ht-1·Rkᵀ + Wbk + Rbk of gate k
  Reals linear(size_t k, const Reals& Xt, const Reals& H) const {
    const Gate& gate = gates[k];
    return product(Xt, gate.W) + product(H, gate.R) + gate.Wb + gate.Rb;
  }
};

// H and, for LSTM, C: [batch_size, hidden_size].
using State = std::vector<Reals>;

// What makes one operator of the family.
struct Cell {
  size_t gates;
  std::vector<std::string> default_activations;
  // The state after a step, from the input of the step, [batch_size, input_size], and the state
  // before.
  State (*step)(const Call& call, const Direction& direction, const Reals& Xt, const State& state);
  bool is_lstm = false;  // has C and peepholes
};

// The operator's outputs: Y, Y_h and, for LSTM, Y_c.
Values recurrent(const Call& call, const Cell& cell);

}  // namespace etalon
