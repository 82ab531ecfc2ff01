// GRUUnit: where t < seq_lengths[n],
//
//   hidden = hidden_prev · σ(update) + tanh(output) · (1 − σ(update))
//
// and otherwise hidden_prev or, with drop_states, 0. The last axis of gates holds reset, update and
// output; reset is already part of output and not read.
//
//   1         experimental
#include "engine/numerics/rounded.h"
#include "ops/ai.onnx/math/activations.h"

namespace etalon {
namespace {

// hidden_prev [N, D] after a step of those sequences that are not past their end.
Reals next_hidden(const Call& call, const Reals& hidden_prev, const Reals& gates) {
  enum : size_t { reset, update, output };
  const DType type = call.tensor("hidden_prev").dtype();
  const auto t = call.tensor("t").item<double>();
  const Reals seq_lengths = call.tensor("seq_lengths").as<double>();
  const bool drop_states = call.flag("drop_states");
  const auto step = []<class R>(const R& h, const R& u, const R& o) -> R {
    return h * activation::sigmoid(u) + real::tanh(o) * activation::sigmoid(-u);
  };
  Reals hidden = empty_array<double>(hidden_prev.shape());
  each_index(hidden.shape(), [&](const Shape& index) {
    const size_t n = index[0], d = index[1];
    const double h = hidden_prev(n, d);
    const bool valid = t < seq_lengths.data()[n];
    hidden(n, d) = valid
                       ? correctly_rounded(type, step, h, gates(n, update, d), gates(n, output, d))
                       : (drop_states ? 0 : h);
  });
  return hidden;
}

Values gru_unit(const Call& call) {
  const Tensor& hidden_prev = call.tensor("hidden_prev");
  const Tensor& gates = call.tensor("gates");
  const size_t N = call.tensor("seq_lengths").size();
  const size_t D = hidden_prev.rank() == 0 ? 1 : hidden_prev.shape().back();
  if (hidden_prev.size() != N * D || gates.rank() == 0 || gates.shape().back() != 3 * D ||
      gates.size() != 3 * N * D) {
    throw InvalidInput("hidden_prev of shape {} and gates of shape {} are not [{}, D] and [{}, 3D]",
                       to_string(hidden_prev.shape()), to_string(gates.shape()), N, N);
  }
  const Reals hidden = next_hidden(call, hidden_prev.reshaped({N, D}).as<double>(),
                                   gates.reshaped({N, 3, D}).as<double>());
  return {Tensor::decided(hidden_prev.dtype(), hidden).reshaped(hidden_prev.shape())};
}

const Operator op("GRUUnit", gru_unit, {1});

}  // namespace
}  // namespace etalon
