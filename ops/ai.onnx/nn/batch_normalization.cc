// BatchNormalization: Y = (X − mean) / √(var + epsilon) · scale + B, by channel: axis 1.
// In training mean and var are those of X over all other axes (var = Σ(x − mean)² / count), and
// further outputs are
//   running mean = mean input · momentum + mean · (1 − momentum), running var likewise,
//   saved mean = mean, saved var = var.
//   1, 6        training unless is_test; 5 outputs. With spatial 0 each position within a channel
//               counts as a channel of its own; 1: X has four dimensions
//   7           training when there is more than one output
//   9           no `spatial`; X of rank 1 has one channel
//   14, 15      training when training_mode; 3 outputs; 14: statistics of a type of their own;
//               15: scale and B too
#include "ops/ai.onnx/nn/batch_normalization.h"

namespace etalon {
namespace {

// Of numbers, or of arrays of them.
template <class T>
auto normalized(const T& x, const T& mean, const T& var, const T& scale, const T& B,
                double epsilon) {
  return (x - mean) / real::sqrt(var + epsilon) * scale + B;
}

Values by_given_statistics(const Call& call, const BatchNormalization& of) {
  const Tensor mean = parameter(call, 3), var = parameter(call, 4);
  const Tensor Y = each(of.X, mean, var, of.scale, of.B,
                        [&](const auto& x, const auto& m, const auto& v, const auto& s,
                            const auto& b) { return normalized(x, m, v, s, b, of.epsilon); });
  return {Y.reshaped(call.tensor("X").shape())};
}

Values in_training(const Call& call, const BatchNormalization& of) {
  require_statistics(call.tensor_at(3), call.tensor_at(4), of.X.dim(1));
  const Tensor mean = parameter(call, 3), var = parameter(call, 4);
  const double momentum = call.real("momentum");
  const DType T = of.X.dtype(), U = mean.dtype(), V = var.dtype();
  const std::vector<Tensor> Y =
      by_sets(of.X, {0, 2}, {T, U, V, U, V},
              [&]<class R>(const Array<R>& x, const Sets& channels) -> Arrays<R> {
                const Array<R> batch_mean = mean_over(x);
                const Array<R> batch_var = mean_over(real::square(x - batch_mean));
                return {normalized(x, batch_mean, batch_var, channels.of<R>(of.scale),
                                   channels.of<R>(of.B), of.epsilon),
                        channels.of<R>(mean) * momentum + batch_mean * (1 - R(momentum)),
                        channels.of<R>(var) * momentum + batch_var * (1 - R(momentum)), batch_mean,
                        batch_var};
              });
  Values outputs{Y[0].reshaped(call.tensor("X").shape())};
  const size_t count = call.since_version() < 14 ? 5 : 3;
  for (size_t i = 1; i < count; ++i)
    outputs.emplace_back(Y[i].reshaped(call.tensor_at(i % 2 ? 3 : 4).shape()));
  return outputs;
}

Values batch_normalization(const Call& call) {
  const BatchNormalization of(call);
  return training(call) ? in_training(call, of) : by_given_statistics(call, of);
}

const Operator op("BatchNormalization", batch_normalization, {1, 6, 7, 9, 14, 15});

}  // namespace
}  // namespace etalon
