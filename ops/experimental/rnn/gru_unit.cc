// GRUUnit: hidden = hidden_prev · σ(update) + tanh(output) · (1 − σ(update)), where t <
// seq_lengths[n]; otherwise hidden_prev or, with drop_states, 0. The last axis of gates holds
// reset, update and output; reset is already part of output and not read.
//   1         experimental
#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

double sigmoid(double x) {
  const double e = std::exp(-std::abs(x));
  return x < 0 ? e / (1 + e) : 1 / (1 + e);
}

Values gru_unit_1(const Call& call) {
  const Tensor& hidden_prev = call.tensor("hidden_prev");
  const Tensor& gates = call.tensor("gates");
  const Tensor& seq_lengths = call.tensor("seq_lengths");
  const auto t = call.tensor("t").item<double>();
  const size_t N = seq_lengths.size();
  const size_t D = hidden_prev.rank() == 0 ? 1 : hidden_prev.shape().back();
  if (hidden_prev.size() != N * D || gates.rank() == 0 || gates.shape().back() != 3 * D ||
      gates.size() != 3 * N * D) {
    throw InvalidInput("hidden_prev of shape {} and gates of shape {} are not [{}, D] and [{}, 3D]",
                       to_string(hidden_prev.shape()), to_string(gates.shape()), N, N);
  }
  const Reals lengths = seq_lengths.as<double>();
  const Reals gate = gates.reshaped({N, 3, D}).as<double>();
  Reals hidden = hidden_prev.reshaped({N, D}).as<double>();
  for (size_t n = 0; n < N; ++n) {
    const bool valid = t < lengths.data()[n];
    for (size_t d = 0; d < D; ++d) {
      double& h = hidden(n, d);
      const double update = gate(n, 1, d);
      const double output = gate(n, 2, d);
      if (valid) h = h * sigmoid(update) + std::tanh(output) * sigmoid(-update);
      if (!valid && call.flag("drop_states")) h = 0;
    }
  }
  return {Tensor::of(hidden_prev.dtype(), hidden).reshaped(hidden_prev.shape())};
}

const Operator op("GRUUnit", gru_unit_1, {1});

}  // namespace
}  // namespace etalon
