// What RNN, GRU and LSTM share: activations, parameters by direction and gate, the walk over time.
#pragma once

#include <cctype>

#include "engine/numerics/matmul.h"
#include "engine/numerics/numerics.h"

namespace etalon {

// An activation's alpha or beta: whether it has one, and its default, "the same as of corresponding
// ONNX operators"; those of Affine and ScaledTanh have none.
struct Coefficient {
  bool used = false;
  std::optional<float> otherwise = {};
};

struct ActivationKind {
  std::string_view name;
  double (*f)(double x, double a, double b);
  Coefficient alpha = {};
  Coefficient beta = {};
};

inline const std::vector<ActivationKind>& activation_kinds() {
  // exp would overflow for a great x, and 1 + exp lose a small one.
  const auto softplus = [](double x, double, double) {
    return maximum(x, 0.0) + std::log1p(std::exp(-std::fabs(x)));
  };
  const auto hard_sigmoid = [](double x, double a, double b) {
    return minimum(maximum(a * x + b, 0.0), 1.0);
  };
  const auto elu = [](double x, double a, double) { return x >= 0 ? x : a * std::expm1(x); };
  const auto scaled_tanh = [](double x, double a, double b) { return a * std::tanh(b * x); };
  static const std::vector<ActivationKind> kinds{
      {"relu", [](double x, double, double) { return maximum(0.0, x); }},
      {"tanh", [](double x, double, double) { return std::tanh(x); }},
      {"sigmoid", [](double x, double, double) { return 1 / (1 + std::exp(-x)); }},
      {"affine", [](double x, double a, double b) { return a * x + b; }, {true}, {true}},
      {"leakyrelu", [](double x, double a, double) { return x >= 0 ? x : a * x; }, {true, 0.01F}},
      {"thresholdedrelu", [](double x, double a, double) { return x >= a ? x : 0; }, {true, 1.0F}},
      {"scaledtanh", scaled_tanh, {true}, {true}},
      {"hardsigmoid", hard_sigmoid, {true, 0.2F}, {true, 0.5F}},
      {"elu", elu, {true, 1.0F}},
      {"softsign", [](double x, double, double) { return x / (1 + std::fabs(x)); }},
      {"softplus", softplus},
  };
  return kinds;
}

// f(clip(x)), elementwise.
struct Activation {
  const ActivationKind* kind;
  double alpha, beta;
  double clip;

  Reals operator()(Reals x) const {
    for (double& value : x) {
      value = kind->f(minimum(maximum(value, -clip), clip), alpha, beta);
    }
    return x;
  }
};

inline const ActivationKind& activation_kind(const std::string& name) {
  std::string lower = name;  // released cases write "relu" as well as "Relu"
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const ActivationKind& kind : activation_kinds()) {
    if (kind.name == lower) return kind;
  }
  throw InvalidInput("there is no activation function '{}'", name);
}

// The values of activation_alpha or activation_beta. "The values are consumed in the order of
// activation functions", by those that have them.
struct Coefficients {
  std::vector<double> values;
  size_t next = 0;

  double take(const Coefficient& coefficient, const std::string& activation) {
    if (!coefficient.used) return 0;
    if (next < values.size()) return values[next++];
    if (coefficient.otherwise) return *coefficient.otherwise;
    throw Unspecified("the activation {} has no default alpha or beta", activation);
  }
};

// The activations of all directions, in order.
inline std::vector<Activation> activations(const Call& call,
                                           const std::vector<std::string>& names) {
  Coefficients alphas{call.reals("activation_alpha")};
  Coefficients betas{call.reals("activation_beta")};
  const double clip = call.real("clip", std::numeric_limits<double>::infinity());
  std::vector<Activation> result;
  for (const std::string& name : names) {
    const ActivationKind& kind = activation_kind(name);
    const double alpha = alphas.take(kind.alpha, name);
    const double beta = betas.take(kind.beta, name);
    result.push_back({&kind, alpha, beta, clip});
  }
  return result;
}

// What gate k of one direction is computed with.
struct Gate {
  Reals W, R;    // transposed: [input_size, hidden_size] and [hidden_size, hidden_size]
  Reals Wb, Rb;  // [hidden_size]
};

// One direction of a layer.
struct Direction {
  std::vector<Gate> gates;
  std::vector<Reals> P;  // LSTM's peepholes, [hidden_size] each
  std::vector<Activation> activations;
  bool compensated = false;

  Reals product(const Reals& a, const Reals& b) const { return matmul(a, b, compensated); }
  // Xt·Wkᵀ + Ht-1·Rkᵀ + Wbk + Rbk
  Reals linear(size_t k, const Reals& Xt, const Reals& H) const {
    const Gate& gate = gates[k];
    return product(Xt, gate.W) + product(H, gate.R) + gate.Wb + gate.Rb;
  }
};

// H and, for LSTM, C: [batch_size, hidden_size].
using State = std::vector<Reals>;
// The state after a step, from the input of the step and the state before.
using Step = State (*)(const Call& call, const Direction& direction, const Reals& Xt,
                       const State& state);

// What makes one operator of the family.
struct Cell {
  size_t gates;
  std::vector<std::string> default_activations;
  Step step;
  bool is_lstm = false;  // has C and peepholes
};

struct LayerSizes {
  size_t seq_length, batch_size, input_size, num_directions, hidden_size;
};

inline bool has_layout_1(const Call& call) {
  if (!call.schema().attribute("layout")) return false;
  const int64_t layout = call.integer("layout");
  if (layout != 0 && layout != 1) throw InvalidInput("layout {} is not 0 or 1", layout);
  return layout == 1;
}

inline const Tensor& shaped(const Tensor& X, std::string_view name, const Shape& shape) {
  if (X.shape() != shape) {
    throw InvalidInput("{} has the shape {}, not {}", name, to_string(X.shape()), to_string(shape));
  }
  return X;
}

// GRU-1 spells its default direction "foward".
inline std::vector<bool> directions_reversed(const Call& call) {
  const std::string& direction = call.text("direction");
  if (direction == "forward" || direction == "foward") return {false};
  if (direction == "reverse") return {true};
  if (direction == "bidirectional") return {false, true};
  throw InvalidInput("direction '{}' is none of forward, reverse, bidirectional", direction);
}

inline LayerSizes layer_sizes(const Call& call, const Tensor& X, size_t gates) {
  const Tensor& R = call.tensor("R");
  if (X.rank() != 3 || R.rank() != 3) {
    throw InvalidInput("X and R have the ranks {} and {}, not 3", X.rank(), R.rank());
  }
  const size_t num_directions = directions_reversed(call).size();
  const LayerSizes n{X.dim(0), X.dim(1), X.dim(2), num_directions, R.dim(2)};
  const auto hidden_size = static_cast<int64_t>(n.hidden_size);
  if (call.integer("hidden_size", hidden_size) != hidden_size) {
    throw InvalidInput("hidden_size is {}, but R has the shape {}", call.integer("hidden_size"),
                       to_string(R.shape()));
  }
  shaped(call.tensor("W"), "W", {n.num_directions, gates * n.hidden_size, n.input_size});
  shaped(R, "R", {n.num_directions, gates * n.hidden_size, n.hidden_size});
  return n;
}

// Part k of direction d of a [num_directions, parts · hidden_size, …] parameter; matrices are
// transposed. A parameter left out is 0.
inline Reals parameter(const Tensor* X, size_t d, size_t k, size_t hidden_size) {
  if (!X) return full({hidden_size}, 0.0);
  const Tensor part = slice(slice(*X, 0, d, d + 1), 1, k * hidden_size, (k + 1) * hidden_size);
  if (X->rank() == 2) return part.reshaped({hidden_size}).as<double>();
  return transposed(part, {0, 2, 1}).reshaped({X->dim(2), hidden_size}).as<double>();
}

// The names of the activations, direction by direction.
inline std::vector<std::string> activation_names(const Call& call, const Cell& cell,
                                                 size_t num_directions) {
  const size_t count = num_directions * cell.default_activations.size();
  std::vector<std::string> names = call.texts("activations");
  for (size_t d = 0; !call.has("activations") && d < num_directions; ++d) {
    names.insert(names.end(), cell.default_activations.begin(), cell.default_activations.end());
  }
  if (names.size() < count) {
    throw InvalidInput("there are {} activations, fewer than {}", names.size(), count);
  }
  names.resize(count);
  return names;
}

inline Direction direction_of(const Call& call, const Cell& cell, const LayerSizes& n, size_t d) {
  const Tensor* B = call.maybe("B");
  if (B) shaped(*B, "B", {n.num_directions, 2 * cell.gates * n.hidden_size});
  Direction direction;
  direction.compensated = call.tensor("X").dtype() == DType::float64;
  for (size_t k = 0; k < cell.gates; ++k) {
    direction.gates.push_back({parameter(&call.tensor("W"), d, k, n.hidden_size),
                               parameter(&call.tensor("R"), d, k, n.hidden_size),
                               parameter(B, d, k, n.hidden_size),
                               parameter(B, d, cell.gates + k, n.hidden_size)});
  }
  if (!cell.is_lstm) return direction;
  const Tensor* P = call.maybe("P");
  if (P) shaped(*P, "P", {n.num_directions, 3 * n.hidden_size});
  for (size_t k = 0; k < 3; ++k) direction.P.push_back(parameter(P, d, k, n.hidden_size));
  return direction;
}

inline std::vector<Direction> layer(const Call& call, const Cell& cell, const LayerSizes& n) {
  const std::vector<Activation> all =
      activations(call, activation_names(call, cell, n.num_directions));
  const auto each = static_cast<std::ptrdiff_t>(cell.default_activations.size());
  std::vector<Direction> directions;
  for (size_t d = 0; d < n.num_directions; ++d) {
    directions.push_back(direction_of(call, cell, n, d));
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(d) * each;
    directions[d].activations.assign(first, first + each);
  }
  return directions;
}

// initial_h or initial_c as [num_directions, batch_size, hidden_size].
inline Reals initial_state(const Tensor* initial, std::string_view name, bool layout_1,
                           const LayerSizes& n) {
  const Shape shape{n.num_directions, n.batch_size, n.hidden_size};
  if (!initial) return full(shape, 0.0);
  const Tensor states =
      layout_1 && initial->rank() == 3 ? transposed(*initial, {1, 0, 2}) : *initial;
  return shaped(states, name, shape).as<double>();
}

// The length of each sequence of the batch.
inline std::vector<int64_t> sequence_lengths(const Call& call, const LayerSizes& n) {
  const auto seq_length = static_cast<int64_t>(n.seq_length);
  std::vector<int64_t> lengths(n.batch_size, seq_length);
  if (const Tensor* sequence_lens = call.maybe("sequence_lens")) {
    lengths = shaped(*sequence_lens, "sequence_lens", {n.batch_size}).ints();
  }
  const bool has_Y_c = call.schema().outputs.size() > 2;
  const bool wants_last = call.wants("Y_h") || (has_Y_c && call.wants("Y_c"));
  for (const int64_t length : lengths) {
    if (length < 0 || length > seq_length) {
      throw InvalidInput("sequence_lens {} is outside [0, {}]", length, seq_length);
    }
    if (length == 0 && wants_last) {
      throw Unspecified("Y_h and Y_c are the last ones, but a sequence of length 0 has none");
    }
  }
  return lengths;
}

// Runs one direction over X [seq_length, batch_size, input_size] from `state`, which becomes the
// last one, and writes H to Y [seq_length, batch_size, hidden_size] at every step. A sequence that
// has ended keeps its state and gives 0; reversed, it begins at its own end.
template <class Target>
void walk(const Call& call, const Cell& cell, const Direction& direction, bool reversed,
          const Reals& X, const std::vector<int64_t>& lengths, State& state, Target&& Y) {
  const size_t seq_length = X.shape()[0];
  for (size_t step = 0; step < seq_length; ++step) {
    const size_t t = reversed ? seq_length - 1 - step : step;
    const State next = cell.step(call, direction, xt::view(X, t), state);
    for (size_t b = 0; b < lengths.size(); ++b) {
      if (static_cast<int64_t>(t) >= lengths[b]) continue;
      for (size_t s = 0; s < state.size(); ++s) {
        xt::view(state[s], b) = xt::view(next[s], b);
      }
      xt::view(Y, t, b) = xt::view(next[0], b);
    }
  }
}

// Y, Y_h and, for LSTM, Y_c.
inline Values recurrent(const Call& call, const Cell& cell) {
  const bool layout_1 = has_layout_1(call);
  const Tensor& input = call.tensor("X");
  const DType type = input.dtype();
  const Tensor X = layout_1 && input.rank() == 3 ? transposed(input, {1, 0, 2}) : input;
  const LayerSizes n = layer_sizes(call, X, cell.gates);
  const std::vector<Direction> directions = layer(call, cell, n);
  const std::vector<int64_t> lengths = sequence_lengths(call, n);
  std::vector<Reals> last{initial_state(call.maybe("initial_h"), "initial_h", layout_1, n)};
  if (cell.is_lstm) {
    last.push_back(initial_state(call.maybe("initial_c"), "initial_c", layout_1, n));
  }
  Reals Y = full({n.seq_length, n.num_directions, n.batch_size, n.hidden_size}, 0.0);
  const Reals x = X.as<double>();
  for (size_t d = 0; d < n.num_directions; ++d) {
    State state;
    for (const Reals& initial : last) state.push_back(xt::view(initial, d));
    walk(call, cell, directions[d], directions_reversed(call)[d], x, lengths, state,
         xt::view(Y, xt::all(), d));
    for (size_t s = 0; s < state.size(); ++s) xt::view(last[s], d) = state[s];
  }
  const Tensor all = Tensor::of(type, Y);
  Values outputs{layout_1 ? transposed(all, {2, 0, 1, 3}) : all};
  for (const Reals& states : last) {
    const Tensor tensor = Tensor::of(type, states);
    outputs.emplace_back(layout_1 ? transposed(tensor, {1, 0, 2}) : tensor);
  }
  return outputs;
}

}  // namespace etalon
