// GRUUnit: where t < seq_lengths[n],
//
//   hidden = hidden_prev · σ(update) + tanh(output) · (1 − σ(update))
//
// and otherwise hidden_prev or, with drop_states, 0. The last axis of gates holds reset, update and
// output; reset is already part of output and not read.
//
//   1         experimental
#include "engine/formula.h"

namespace etalon {
namespace {

template <class R>
R sigmoid(const R& x) {
  return 1 / (1 + real::exp(-x));
}

Values gru_unit(const Call& call) {
  const Tensor& hidden_prev = call.tensor("hidden_prev");
  const Tensor& gates = call.tensor("gates");
  const Tensor& seq_lengths = call.tensor("seq_lengths");
  const size_t N = seq_lengths.size();
  const size_t D = hidden_prev.rank() == 0 ? 1 : hidden_prev.shape().back();
  if (hidden_prev.size() != N * D || gates.rank() == 0 || gates.shape().back() != 3 * D ||
      gates.size() != 3 * N * D) {
    throw InvalidInput("hidden_prev of shape {} and gates of shape {} are not [{}, D] and [{}, 3D]",
                       to_string(hidden_prev.shape()), to_string(gates.shape()), N, N);
  }
  enum : size_t { reset, update, output };
  const auto gate = [&](size_t which) {
    return slice(gates.reshaped({N, 3, D}), 1, which, which + 1).reshaped({N, D});
  };
  const Tensor previous = hidden_prev.reshaped({N, D});
  const Tensor next =
      each(previous, gate(update), gate(output), [](const auto& h, const auto& u, const auto& o) {
        return h * sigmoid(u) + real::tanh(o) * sigmoid(-u);  // σ(−u) = 1 − σ(u)
      });
  const bool drop_states = call.flag("drop_states");
  const Tensor ended = drop_states ? Tensor::zeros(previous.dtype(), previous.shape()) : previous;
  const Bools runs = seq_lengths.reshaped({N, 1}).as<double>() > call.tensor("t").item<double>();
  return {choose(runs, next, ended).reshaped(hidden_prev.shape())};
}

const Operator op("GRUUnit", gru_unit, {1});

}  // namespace
}  // namespace etalon
