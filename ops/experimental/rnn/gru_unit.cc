// GRUUnit: where t < seq_lengths[n],
//
//   hidden = hidden_prev · σ(update) + tanh(output) · (1 − σ(update))
//
// and otherwise hidden_prev or, with drop_states, 0. The last axis of gates holds reset, update and
// output; reset is already part of output and not read.
//
//   1         experimental
#include "engine/formula.h"
#include "ops/ai.onnx/math/activations.h"

namespace etalon {
namespace {

Values gru_unit(const Call& call) {
  const Tensor& hidden_prev = call.tensor("hidden_prev");
  const Tensor& gates = call.tensor("gates");
  const Reals seq_lengths = call.tensor("seq_lengths").as<double>();
  const size_t N = seq_lengths.size();
  const size_t D = hidden_prev.rank() == 0 ? 1 : hidden_prev.shape().back();
  if (hidden_prev.size() != N * D || gates.rank() == 0 || gates.shape().back() != 3 * D ||
      gates.size() != 3 * N * D) {
    throw InvalidInput("hidden_prev of shape {} and gates of shape {} are not [{}, D] and [{}, 3D]",
                       to_string(hidden_prev.shape()), to_string(gates.shape()), N, N);
  }
  enum : size_t { reset, update, output };
  const Reader hidden(hidden_prev.reshaped({N, D})), gate(gates.reshaped({N, 3, D}));
  const auto t = call.tensor("t").item<double>();
  const bool drop_states = call.flag("drop_states");
  const Tensor next =
      each_output(hidden_prev.dtype(), {N, D}, [&]<class R>(size_t n, size_t d) -> R {
        const R h = hidden.at<R>(n, d);
        if (t >= seq_lengths.flat(n)) return drop_states ? R(0) : h;
        const R u = gate.at<R>(n, update, d), o = gate.at<R>(n, output, d);
        return h * activation::sigmoid(u) + real::tanh(o) * activation::sigmoid(-u);
      });
  return {next.reshaped(hidden_prev.shape())};
}

const Operator op("GRUUnit", gru_unit, {1});

}  // namespace
}  // namespace etalon
