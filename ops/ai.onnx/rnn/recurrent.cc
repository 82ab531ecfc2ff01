#include "ops/ai.onnx/rnn/recurrent.h"

#include "engine/operators/observed.h"
#include "engine/values/evaluation.h"
#include "engine/values/side.h"

namespace etalon {
namespace {

struct LayerSizes {
  size_t seq_length, batch_size, input_size, num_directions, hidden_size;
};

// The first two axes of X or of a state, which `layout` exchanges.
Tensor exchanged_if(bool exchanged, const Tensor& X) {
  return exchanged && X.rank() == 3 ? transposed(X, {1, 0, 2}) : X;
}

// For each direction of the layer whether it is the reverse one.
std::vector<bool> reversals(const Call& call) {
  if (call.text("direction") == "foward") return {false};  // GRU-1 spells its default like this
  return call.choice<std::vector<bool>>(
      "direction", {{"forward", {false}}, {"reverse", {true}}, {"bidirectional", {false, true}}});
}

LayerSizes layer_sizes(const Call& call, const Tensor& X, size_t gates) {
  const Tensor& R = call.tensor("R");
  if (X.rank() != 3 || R.rank() != 3) {
    throw InvalidInput("X and R have the ranks {} and {}, not 3", X.rank(), R.rank());
  }
  const LayerSizes n{X.dim(0), X.dim(1), X.dim(2), reversals(call).size(), R.dim(2)};
  const auto hidden_size = static_cast<int64_t>(n.hidden_size);
  if (call.integer("hidden_size", hidden_size) != hidden_size) {
    throw InvalidInput("hidden_size is {}, but R has the shape {}", call.integer("hidden_size"),
                       to_string(R.shape()));
  }
  const size_t rows = gates * n.hidden_size;
  require_shape("W", call.tensor("W"), {n.num_directions, rows, n.input_size});
  require_shape("R", R, {n.num_directions, rows, n.hidden_size});
  return n;
}

// Parts of direction d of a [num_directions, parts · hidden_size, …] parameter.
Tensor parts(const Tensor& X, size_t d, size_t first, size_t count, size_t hidden_size) {
  return slice(pick(X, 0, {d}), 1, first * hidden_size, (first + count) * hidden_size);
}

// [hidden_size] of part k; 0 of a parameter left out.
Reals part(const Tensor* X, size_t d, size_t k, size_t hidden_size) {
  if (!X) return full({hidden_size}, 0.0);
  return parts(*X, d, k, 1, hidden_size).reshaped({hidden_size}).as<double>();
}

// Of W or R.
GateWeights weights(const Tensor& X, size_t d, size_t first, size_t gates, size_t hidden_size) {
  const Tensor side_by_side = transposed(parts(X, d, first, gates, hidden_size), {0, 2, 1});
  const Shape matrix{side_by_side.dim(1), side_by_side.dim(2)};
  return {gates, Weights(side_by_side.reshaped(matrix))};
}

// Whether the activations are the schema's default: that of RNN, Tanh and Tanh, serves one
// direction and two.
bool are_default(const Call& call, const std::vector<std::string>& names) {
  const auto& given = call.schema().attribute("activations")->default_value;
  const auto* texts = given ? std::get_if<std::vector<std::string>>(&given->value) : nullptr;
  return texts && *texts == names;
}

// The names of the activations, direction by direction.
std::vector<std::string> activation_names(const Call& call, const Cell& cell,
                                          size_t num_directions) {
  const size_t count = num_directions * cell.default_activations.size();
  std::vector<std::string> names = call.texts("activations");
  for (size_t d = 0; !call.has("activations") && d < num_directions; ++d) {
    names.insert(names.end(), cell.default_activations.begin(), cell.default_activations.end());
  }
  if (names.size() < count || (names.size() > count && !are_default(call, names))) {
    throw InvalidInput("there are {} activations, not {}", names.size(), count);
  }
  names.resize(count);
  return names;
}

// The activations of each direction.
std::vector<std::vector<Activation>> activations_of(const Call& call, const Cell& cell,
                                                    size_t num_directions) {
  const std::vector<Activation> all =
      activations(call, activation_names(call, cell, num_directions));
  const auto each = std::ptrdiff_t(cell.default_activations.size());
  std::vector<std::vector<Activation>> result;
  for (auto first = all.begin(); first != all.end(); first += each) {
    result.emplace_back(first, first + each);
  }
  return result;
}

void require_parameters(const Call& call, const Cell& cell, const LayerSizes& n) {
  const Tensor* B = call.maybe("B");
  if (B) require_shape("B", *B, {n.num_directions, 2 * cell.gates() * n.hidden_size});
  const Tensor* P = cell.is_lstm ? call.maybe("P") : nullptr;
  if (P) require_shape("P", *P, {n.num_directions, 3 * n.hidden_size});
}

// initial_h or initial_c as [num_directions, batch_size, hidden_size].
Tensor initial_state(const Call& call, std::string_view name, const LayerSizes& n) {
  const Shape shape{n.num_directions, n.batch_size, n.hidden_size};
  const Tensor* initial = call.maybe(name);
  if (!initial) return Tensor::zeros(call.tensor("X").dtype(), shape);
  const Tensor states = exchanged_if(batch_first(call), *initial);
  require_shape(name, states, shape);
  return states;
}

// The length of each sequence of the batch.
std::vector<int64_t> sequence_lengths(const Call& call, const LayerSizes& n) {
  const auto seq_length = static_cast<int64_t>(n.seq_length);
  const Tensor* sequence_lens = call.maybe("sequence_lens");
  if (!sequence_lens) return std::vector<int64_t>(n.batch_size, seq_length);
  require_shape("sequence_lens", *sequence_lens, {n.batch_size});
  const bool has_Y_c = call.schema().outputs.size() > 2;
  const bool wants_last = call.wants("Y_h") || (has_Y_c && call.wants("Y_c"));
  for (const int64_t length : sequence_lens->ints()) {
    if (length < 0 || length > seq_length) {
      throw InvalidInput("sequence_lens {} is outside [0, {}]", length, seq_length).at("index");
    }
    if (length == 0 && wants_last) {
      undefined(0,
                "Y_h and Y_c are the states after the last step, but a sequence of length 0 has no "
                "steps");
    }
  }
  return sequence_lens->ints();
}

struct Layer {
  const Call& call;
  const Cell& cell;
  const CellStep& step;
  LayerSizes n;
  Tensor X;                                          // [seq_length, batch_size, input_size]
  std::vector<std::vector<Activation>> activations;  // of each direction
  std::vector<int64_t> lengths;                      // of each sequence of the batch
  std::vector<Tensor> initial;  // h and, for LSTM, c: [num_directions, batch_size, hidden_size]
  std::optional<Reals> observed = {};  // a runtime's Y, whose H each step begins with
};

// Then alone may a sum with a bias be −0.
bool any_negative_zero(const std::vector<Reals>& biases) {
  const auto is_negative_zero = [](double b) { return b == 0 && std::signbit(b); };
  return std::any_of(biases.begin(), biases.end(), [&](const Reals& bias) {
    return std::any_of(bias.begin(), bias.end(), is_negative_zero);
  });
}

std::vector<Array<WideBall>> wide_biases(const std::vector<Reals>& Wb,
                                         const std::vector<Reals>& Rb) {
  std::vector<Array<WideBall>> sums;
  try {
    for (size_t k = 0; k < Wb.size(); ++k) sums.push_back(xt::cast<WideBall>(Wb[k]) + Rb[k]);
  } catch (const Undecided&) {
    sums.clear();
  }
  return sums;
}

Direction direction_of(const Layer& layer, size_t d) {
  const Call& call = layer.call;
  const size_t gates = layer.cell.gates(), hidden_size = layer.n.hidden_size;
  Direction direction{reversals(call)[d], layer.activations[d],
                      weights(call.tensor("W"), d, 0, gates, hidden_size)};
  for (size_t first = 0; const size_t count : layer.cell.groups) {
    direction.R.push_back(weights(call.tensor("R"), d, first, count, hidden_size));
    first += count;
  }
  const Tensor* B = call.maybe("B");
  for (size_t k = 0; k < gates; ++k) {
    direction.Wb.push_back(part(B, d, k, hidden_size));
    direction.Rb.push_back(part(B, d, gates + k, hidden_size));
  }
  direction.bias = wide_biases(direction.Wb, direction.Rb);
  if (!layer.cell.is_lstm) return direction;
  const Tensor* P = call.maybe("P");
  for (size_t k = 0; k < 3; ++k) direction.P.push_back(part(P, d, k, hidden_size));
  direction.has_peepholes = P || any_negative_zero(direction.Wb);
  return direction;
}

// H of the batch as the runtime has it after step `before`, for the sequences that have it at t.
template <class R>
void begin_with_observed(const Layer& layer, size_t d, size_t before, size_t t, Array<R>& H) {
  for (size_t b = 0; b < layer.lengths.size(); ++b) {
    if (static_cast<int64_t>(std::max(before, t)) >= layer.lengths[b]) continue;
    xt::view(H, b) = xt::view(*layer.observed, before, d, b);
  }
}

// Xt·Wkᵀ of the gates of a direction, worked out for some steps at once: a product of matrices
// takes less time than as many of rows.
template <class R>
class InputProducts {
 public:
  InputProducts(const Direction& direction, const LayerSizes& n, const Tensor& X)
      : W_(direction.W), n_(n), X_(elements_of<R>(X)) {}

  GateProducts<R> of_step(size_t t) {
    constexpr size_t rows_at_once = 64;
    const size_t at_once = std::max<size_t>(1, rows_at_once / std::max<size_t>(1, n_.batch_size));
    if (!products_ || t / at_once * at_once != first_) {
      first_ = t / at_once * at_once;
      const size_t last = std::min(first_ + at_once, n_.seq_length);
      Array<R> rows = xt::view(X_, xt::range(first_, last));
      rows.reshape({(last - first_) * n_.batch_size, n_.input_size});
      products_ = W_.weights.product(rows);
    }
    return W_.by_gate(*products_, (t - first_) * n_.batch_size, n_.batch_size);
  }

 private:
  const GateWeights& W_;
  const LayerSizes& n_;
  const Array<R> X_;                  // [seq_length, batch_size, input_size]
  size_t first_ = 0;                  // of the steps of products_
  std::optional<Array<R>> products_;  // of these steps: [rows, gates · hidden_size]
};

// A direction, from its initial state. A sequence that has ended keeps its state; reversed, it
// begins at its own end.
class WalkOfDirection {
 public:
  WalkOfDirection(const Layer& layer, size_t d)
      : layer_(layer), d_(d), direction_(direction_of(layer, d)) {}

  size_t time_of(size_t step) const {
    return direction_.reversed ? layer_.n.seq_length - 1 - step : step;
  }

  Walked walked() {
    std::vector<Reals> initial;
    for (const Tensor& each : layer_.initial) {
      if (layer_.n.seq_length == 0 && varies(each)) throw Undecided();
      initial.push_back(xt::view(each.with_side(nullptr).as<double>(), d_));
    }
    const size_t weights = layer_.call.tensor("W").size() + layer_.call.tensor("R").size();
    const double products =
        double(weights) * double(layer_.n.seq_length) * double(layer_.n.batch_size);
    return over_steps(
        {layer_.X.dtype(), layer_.n.seq_length, products}, initial,
        [&]<class R>(size_t step, const State<R>& before) { return after<R>(step, before); });
  }

 private:
  // With what the initial states carry.
  template <class R>
  void complete_initial(State<R>& state) const {
    if constexpr (std::same_as<R, ArbBall>) {
      if (!evaluation().once_over_arbs()) return;
      for (size_t s = 0; s < state.size(); ++s) {
        state[s] = xt::view(elements_of<ArbBall>(layer_.initial[s]), d_);
      }
    }
  }

  template <class R>
  State<R> after(size_t step, State<R> before) {
    const size_t t = time_of(step);
    if (step == 0) complete_initial(before);
    if (layer_.observed && step > 0) {
      begin_with_observed(layer_, d_, direction_.reversed ? t + 1 : t - 1, t, before[0]);
    }
    auto& products = std::get<std::optional<InputProducts<R>>>(products_);
    if (step == 0) products.emplace(direction_, layer_.n, layer_.X);
    const auto formula = std::get<CellStep::Of<R>>(layer_.step.of);
    State<R> next = formula(layer_.step.f, direction_, products->of_step(t), before);
    for (size_t b = 0; b < layer_.lengths.size(); ++b) {
      if (static_cast<int64_t>(t) < layer_.lengths[b]) continue;
      for (size_t s = 0; s < next.size(); ++s) xt::view(next[s], b) = xt::view(before[s], b);
    }
    return next;
  }

  const Layer& layer_;
  const size_t d_;
  const Direction direction_;
  std::tuple<std::optional<InputProducts<Ball>>, std::optional<InputProducts<WideBall>>,
             std::optional<InputProducts<ArbBall>>>
      products_;
};

// Y [seq_length, num_directions, batch_size, hidden_size], and the last states [num_directions,
// batch_size, hidden_size]. One direction after the other, so that the weights of one are in memory
// at a time.
std::vector<Tensor> states_of(const Layer& layer) {
  const LayerSizes& n = layer.n;
  const size_t parts = layer.initial.size();
  std::vector<Tensor> all(n.num_directions * n.seq_length);  // H at (t, d)
  std::vector<std::vector<Tensor>> last(parts);
  const Shape state{1, n.batch_size, n.hidden_size};
  for (size_t d = 0; d < n.num_directions; ++d) {
    WalkOfDirection walk(layer, d);
    const Walked walked = walk.walked();
    for (size_t step = 0; step < n.seq_length; ++step) {
      all[walk.time_of(step) * n.num_directions + d] = walked.after[step].reshaped(state);
    }
    for (size_t s = 0; s < parts; ++s) last[s].push_back(walked.last[s].reshaped(state));
  }
  const Shape shape{n.seq_length, n.num_directions, n.batch_size, n.hidden_size};
  std::vector<Tensor> results{all.empty() ? Tensor::zeros(layer.X.dtype(), shape)
                                          : concat(all, 0).reshaped(shape)};
  for (const std::vector<Tensor>& part : last) results.push_back(concat(part, 0));
  return results;
}

// 0 past the end of each sequence.
Tensor ended(const Layer& layer, const Tensor& Y) {
  Ints lengths = empty_array<int64_t>({layer.lengths.size()});
  std::copy(layer.lengths.begin(), layer.lengths.end(), lengths.begin());
  const Bools goes_on = coordinate(Y.shape(), 0) < along(lengths, 2, 4);
  return choose(goes_on, Y, Tensor::zeros(Y.dtype(), {}));
}

}  // namespace

Values recurrent(const Call& call, const Cell& cell, const CellStep& step) {
  const DType type = call.tensor("X").dtype();
  const Tensor X = exchanged_if(batch_first(call), call.tensor("X"));
  const LayerSizes n = layer_sizes(call, X, cell.gates());
  require_parameters(call, cell, n);
  const auto activations = activations_of(call, cell, n.num_directions);
  Layer layer{call, cell, step, n, X, activations, sequence_lengths(call, n), {}, {}};
  layer.initial.push_back(initial_state(call, "initial_h", n));
  if (cell.is_lstm) layer.initial.push_back(initial_state(call, "initial_c", n));

  const Shape shape = batch_first(call)
                          ? Shape{n.batch_size, n.seq_length, n.num_directions, n.hidden_size}
                          : Shape{n.seq_length, n.num_directions, n.batch_size, n.hidden_size};
  if (const Tensor* Y = observed_output(0, type, shape)) {
    layer.observed = (batch_first(call) ? transposed(*Y, {1, 2, 0, 3}) : *Y).as<double>();
  }

  const std::vector<Tensor> states = states_of(layer);
  const Tensor Y = ended(layer, states[0]);
  Values outputs{batch_first(call) ? transposed(Y, {2, 0, 1, 3}) : Y};
  for (size_t s = 1; s < states.size(); ++s) {
    outputs.emplace_back(exchanged_if(batch_first(call), states[s]));
  }
  return outputs;
}

}  // namespace etalon
