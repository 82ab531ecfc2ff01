#include "ops/ai.onnx/rnn/recurrent.h"

#include "engine/operators/choice.h"
#include "engine/operators/observed.h"
#include "engine/values/side.h"

namespace etalon {
namespace {

struct LayerSizes {
  size_t seq_length, batch_size, input_size, num_directions, hidden_size;
};

bool batch_first(const Call& call) {
  if (!call.schema().attribute("layout")) return false;
  const int64_t layout = call.integer("layout");
  if (layout != 0 && layout != 1) throw InvalidInput("layout {} is not 0 or 1", layout);
  return layout == 1;
}

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

// The names of the activations, direction by direction.
std::vector<std::string> activation_names(const Call& call, const Cell& cell,
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
Reals initial_state(const Call& call, std::string_view name, const LayerSizes& n) {
  const Shape shape{n.num_directions, n.batch_size, n.hidden_size};
  const Tensor* initial = call.maybe(name);
  if (!initial) return full(shape, 0.0);
  const Tensor states = exchanged_if(batch_first(call), *initial);
  require_shape(name, states, shape);
  return states.as<double>();
}

// The length of each sequence of the batch.
std::vector<int64_t> sequence_lengths(const Call& call, const LayerSizes& n) {
  const auto seq_length = static_cast<int64_t>(n.seq_length);
  const Tensor* sequence_lens = call.maybe("sequence_lens");
  at_point("no_steps", seq_length == 0);
  if (!sequence_lens) return std::vector<int64_t>(n.batch_size, seq_length);
  require_shape("sequence_lens", *sequence_lens, {n.batch_size});
  const bool has_Y_c = call.schema().outputs.size() > 2;
  const bool wants_last = call.wants("Y_h") || (has_Y_c && call.wants("Y_c"));
  for (const int64_t length : sequence_lens->ints()) {
    at_point("index", length < 0 || length > seq_length);
    if (length < 0 || length > seq_length) {
      throw InvalidInput("sequence_lens {} is outside [0, {}]", length, seq_length);
    }
    at_point("no_steps", length == 0);
    if (length == 0 && wants_last && !choices_wanted()) {
      throw Unspecified("Y_h and Y_c are the last ones, but a sequence of length 0 has none");
    }
  }
  return sequence_lens->ints();
}

// What an evaluation over a carrier R needs.
struct Layer {
  const Call& call;
  const Cell& cell;
  LayerSizes n;
  Tensor X;                                          // [seq_length, batch_size, input_size]
  std::vector<std::vector<Activation>> activations;  // of each direction
  std::vector<int64_t> lengths;                      // of each sequence of the batch
  std::vector<Reals> initial;  // h and, for LSTM, c: [num_directions, batch_size, hidden_size]
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
  Direction direction{d, reversals(call)[d], layer.activations[d],
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

// Y and, as `initial`, the last states: doubles to be rounded once.
struct Results {
  Reals Y;
  std::vector<Reals> last;
  // Within a RoundingScope: how far a runtime may be from each of these.
  bool bounded = current_rounding() != nullptr;
  Reals Y_errors = {};
  std::vector<Reals> last_errors = {};
  bool proved = true;
  size_t steps = 0;  // that are decided, of the direction in work
};

void forget_radius(WideBall& x) { x = {x.negative(), x.magnitude(), x.exponent(), 0}; }
void forget_radius(ArbBall& x) { mag_zero(arb_radref(x.get())); }

// Each element's middle.
template <class R>
void forget_radii(State<R>& state) {
  for (Array<R>& x : state) {
    for (R& value : x) forget_radius(value);
  }
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

enum class Radii { kept, forgotten };

// Evaluates a direction from its initial state. A sequence that has ended keeps its state and gives
// 0; reversed, it begins at its own end. Throws Undecided; results.steps then tells how far it
// went.
template <class R>
void evaluate(const Layer& layer, const Direction& direction, Results& results,
              Radii radii = Radii::kept) {
  const size_t d = direction.number;
  InputProducts<R> products(direction, layer.n, layer.X);
  const auto step = std::get<Step<R>>(layer.cell.steps);
  State<R> state;
  for (const Reals& initial : layer.initial) state.push_back(xt::view(initial, d));
  for (results.steps = 0; results.steps < layer.n.seq_length; ++results.steps) {
    const size_t t = direction.reversed ? layer.n.seq_length - 1 - results.steps : results.steps;
    if (layer.observed && results.steps > 0) {
      begin_with_observed(layer, d, direction.reversed ? t + 1 : t - 1, t, state[0]);
    }
    State<R> next = step(layer.call, direction, products.of_step(t), state);
    if constexpr (!std::is_same_v<R, Ball>) {
      if (radii == Radii::forgotten) forget_radii(next);
    }
    for (size_t b = 0; b < layer.lengths.size(); ++b) {
      if (static_cast<int64_t>(t) >= layer.lengths[b]) continue;
      const Array<R> H = xt::view(next[0], b);
      const Tensor Ht = rounded(layer.X.dtype(), H);
      xt::view(results.Y, t, d, b) = elements_of<double>(Ht.with_side(nullptr));
      if (results.bounded) xt::view(results.Y_errors, t, d, b) = errors_of(Ht);
      for (size_t s = 0; s < state.size(); ++s) xt::view(state[s], b) = xt::view(next[s], b);
    }
  }
  for (size_t s = 0; s < state.size(); ++s) {
    const Tensor last = rounded(layer.X.dtype(), state[s]);
    xt::view(results.last[s], d) = elements_of<double>(last.with_side(nullptr));
    if (results.bounded) xt::view(results.last_errors[s], d) = errors_of(last);
  }
}

// Values that are decided if `proved`, and what a runtime may be off by unless that is null.
Tensor tensor_of(DType type, const Reals& values, bool proved, const Reals* errors) {
  const Tensor tensor = proved ? Tensor::decided(type, values) : Tensor::of(type, values);
  return errors ? with_errors(tensor, *errors) : tensor;
}

// The products of inputs or states and weights over all steps.
double products(const Layer& layer) {
  const size_t weights = layer.call.tensor("W").size() + layer.call.tensor("R").size();
  return double(weights) * double(layer.n.seq_length) * double(layer.n.batch_size);
}

// The bits to try next for a sequence of which `bits` decided so many steps: radii grow at an even
// pace.
long more_bits(long bits, size_t length, size_t steps) {
  constexpr size_t too_few = 4;  // not the pace decided, but a single number
  constexpr long held = 40;      // what a digit needs, and some to spare
  if (steps < too_few) return 4 * bits;
  return std::max(2 * bits, held + (bits - held) * long(length) / long(steps) + held);
}

// As over_reals, with WideBalls after Balls, which decide no more than a few steps. For the radii
// of a state grow with every step by as much as the weights allow in the worst case, so that the
// bits needed grow with the sequence. Where these would take too long, the steps are evaluated with
// so many bits that what is left out does not matter in practice, and the radii are forgotten.
void evaluate_over_reals(const Layer& layer, const Direction& direction, Results& results) {
  constexpr double affordable = 0x1p34;  // products times bits: some seconds
  if (results.bounded) return evaluate<ArbBall>(layer, direction, results);
  constexpr size_t few_steps = 8;
  if (layer.X.dtype() != DType::float64 && layer.n.seq_length <= few_steps) {
    try {
      return evaluate<Ball>(layer, direction, results);
    } catch (const Undecided&) {
    }
  }
  long bits = detail::first_bits;
  results.steps = 0;
  try {
    const PrecisionScope scope(bits);
    return evaluate<WideBall>(layer, direction, results);
  } catch (const Undecided&) {
    // Without a step, it was not for want of bits.
    if (results.steps > 0) bits = more_bits(bits, layer.n.seq_length, results.steps);
  }
  while (bits <= detail::last_bits && products(layer) * double(bits) <= affordable) {
    const PrecisionScope scope(bits);
    try {
      return evaluate<ArbBall>(layer, direction, results);
    } catch (const Undecided&) {
      bits = more_bits(bits, layer.n.seq_length, results.steps);
    }
  }
  const PrecisionScope scope(detail::first_bits);
  results.proved = false;
  try {
    return evaluate<WideBall>(layer, direction, results, Radii::forgotten);
  } catch (const Undecided&) {
  }
  const MiddlesScope middles;
  evaluate<ArbBall>(layer, direction, results, Radii::forgotten);
}

// One direction after the other, so that the weights of one are in memory at a time.
Results evaluated(const Layer& layer) {
  const LayerSizes& n = layer.n;
  Results results{full({n.seq_length, n.num_directions, n.batch_size, n.hidden_size}, 0.0),
                  layer.initial};
  if (results.bounded) {
    results.Y_errors = full(results.Y.shape(), 0.0);
    results.last_errors = layer.initial;
  }
  for (size_t d = 0; d < n.num_directions; ++d) {
    evaluate_over_reals(layer, direction_of(layer, d), results);
  }
  return results;
}

}  // namespace

Values recurrent(const Call& call, const Cell& cell) {
  const DType type = call.tensor("X").dtype();
  const Tensor X = exchanged_if(batch_first(call), call.tensor("X"));
  const LayerSizes n = layer_sizes(call, X, cell.gates());
  require_parameters(call, cell, n);
  Layer layer{
      call, cell, n, X, activations_of(call, cell, n.num_directions), sequence_lengths(call, n),
      {},   {}};
  layer.initial.push_back(initial_state(call, "initial_h", n));
  if (cell.is_lstm) layer.initial.push_back(initial_state(call, "initial_c", n));

  const Shape shape = batch_first(call)
                          ? Shape{n.batch_size, n.seq_length, n.num_directions, n.hidden_size}
                          : Shape{n.seq_length, n.num_directions, n.batch_size, n.hidden_size};
  if (const Tensor* Y = observed_output(0, type, shape)) {
    layer.observed = (batch_first(call) ? transposed(*Y, {1, 2, 0, 3}) : *Y).as<double>();
  }

  const Results results = evaluated(layer);
  const Tensor all =
      tensor_of(type, results.Y, results.proved, results.bounded ? &results.Y_errors : nullptr);
  Values outputs{batch_first(call) ? transposed(all, {2, 0, 1, 3}) : all};
  for (size_t s = 0; s < results.last.size(); ++s) {
    const Tensor states = tensor_of(type, results.last[s], results.proved,
                                    results.bounded ? &results.last_errors[s] : nullptr);
    const Tensor marked = anything(states, "no_steps", [&] {
      Bools open = full(states.shape(), false);
      each_index(states.shape(), [&](const Shape& at) { open[at] = layer.lengths[at[1]] == 0; });
      return open;
    });
    outputs.emplace_back(exchanged_if(batch_first(call), marked));
  }
  return outputs;
}

}  // namespace etalon
