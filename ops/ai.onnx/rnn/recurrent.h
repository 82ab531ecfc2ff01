// What RNN, GRU and LSTM share: parameters by direction and gate, and the walk over time.
#pragma once

#include <numeric>

#include "engine/formula.h"
#include "engine/numerics/steps.h"
#include "ops/ai.onnx/rnn/activation.h"
#include "ops/ai.onnx/rnn/weights.h"

namespace etalon {

// Whether the batch axis comes first (layout 1).
inline bool batch_first(const Call& call) {
  if (!call.schema().attribute("layout")) return false;
  const int64_t layout = call.integer("layout");
  if (layout != 0 && layout != 1) throw InvalidInput("layout {} is not 0 or 1", layout);
  return layout == 1;
}

// Of each of some gates, a product of inputs or states and its weights: [rows, hidden_size].
template <class R>
using GateProducts = std::vector<Array<R>>;

// x[row : row + rows, column : column + columns] of a matrix.
template <class R>
Array<R> block_of(const Array<R>& x, size_t row, size_t rows, size_t column, size_t columns) {
  Array<R> block = empty_array<R>({rows, columns});
  const size_t step = x.shape()[1];
  for (size_t r = 0; r < rows; ++r) {
    std::copy_n(x.data() + (row + r) * step + column, columns, block.data() + r * columns);
  }
  return block;
}

// The weights of some gates, side by side: a row is multiplied with all of them at once.
struct GateWeights {
  size_t gates;
  Weights weights;  // transposed: [inputs, gates · hidden_size]

  template <class R>
  GateProducts<R> products(const Array<R>& x) const {
    return by_gate(weights.product(x), 0, x.shape()[0]);
  }
  // Of some rows of a product with all weights.
  template <class R>
  GateProducts<R> by_gate(const Array<R>& all, size_t row, size_t rows) const {
    const size_t hidden_size = all.shape()[1] / gates;
    GateProducts<R> result;
    for (size_t k = 0; k < gates; ++k) {
      result.push_back(block_of(all, row, rows, k * hidden_size, hidden_size));
    }
    return result;
  }
};

// One direction of a layer.
struct Direction {
  bool reversed;
  std::vector<Activation> activations;
  GateWeights W;                           // of all gates
  std::vector<GateWeights> R = {};         // of each group of gates
  std::vector<Reals> Wb = {}, Rb = {};     // of each gate: [hidden_size]
  std::vector<Array<WideBall>> bias = {};  // Wb + Rb; empty where WideBalls do not hold them
  std::vector<Reals> P = {};               // LSTM's peepholes, [hidden_size] each
  bool has_peepholes = true;  // false where P is left out, and 0 ⊙ C of a finite C changes no sum

  // Xt·Wkᵀ + Ht-1·Rkᵀ + Wbk + Rbk of gate k, from the products.
  template <class R>
  Array<R> linear(size_t k, const GateProducts<R>& XtW, const Array<R>& HtR) const {
    if constexpr (std::same_as<R, WideBall>) {
      if (!bias.empty()) return XtW[k] + HtR + bias[k];
    }
    return XtW[k] + HtR + Wb[k] + Rb[k];
  }
  // The same + Pk ⊙ C.
  template <class R>
  Array<R> linear(size_t k, const GateProducts<R>& XtW, const Array<R>& HtR,
                  const Array<R>& C) const {
    if (std::same_as<R, WideBall> && !has_peepholes) return linear(k, XtW, HtR);
    return XtW[k] + HtR + P[k] * C + Wb[k] + Rb[k];
  }
};

// What makes one operator of the family.
struct Cell {
  std::vector<size_t> groups;  // of gates that are computed from the same state: how many
  std::vector<std::string> default_activations;
  bool is_lstm = false;  // has C and peepholes

  size_t gates() const { return std::accumulate(groups.begin(), groups.end(), size_t{0}); }
};

// A formula of a step, compiled once for each number type.
struct CellStep {
  const void* f;
  template <class R>
  using Of = State<R> (*)(const void* f, const Direction& direction, const GateProducts<R>& XtW,
                          const State<R>& before);
  std::tuple<Of<Ball>, Of<WideBall>, Of<ArbBall>> of;
};
Values recurrent(const Call& call, const Cell& cell, const CellStep& step);

template <class R, class F>
State<R> step_of_cell(const void* f, const Direction& direction, const GateProducts<R>& XtW,
                      const State<R>& before) {
  return (*static_cast<const F*>(f))(direction, XtW, before);
}

// The operator's outputs: Y, Y_h and, for LSTM, Y_c. f gives the state after a step, H and, for
// LSTM, C, each [batch_size, hidden_size], from the products Xt·Wᵀ of the step's input and the
// state before:
//   State<R> f(const Direction& d, const GateProducts<R>& XtW, const State<R>& before)
template <class F>
Values recurrent(const Call& call, const Cell& cell, F f) {
  return recurrent(
      call, cell,
      CellStep{&f, {step_of_cell<Ball, F>, step_of_cell<WideBall, F>, step_of_cell<ArbBall, F>}});
}

}  // namespace etalon
