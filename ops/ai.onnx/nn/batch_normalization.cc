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

void require_statistics(const Tensor& mean, const Tensor& var, size_t channels) {
  if (mean.size() == channels && var.size() == channels) return;
  throw InvalidInput("mean has the shape {} and var {} where there are {} channels",
                     to_string(mean.shape()), to_string(var.shape()), channels);
}

Values batch_normalization(const Call& call) {
  const Tensor X = by_channel(call);                                // [N, channels, positions]
  const Tensor scale = parameter(call, 1), B = parameter(call, 2);  // [channels, 1]
  const double epsilon = call.real("epsilon");
  const auto formula = [&](const auto& x, const auto& mean, const auto& var, const auto& s,
                           const auto& b) {
    return (x - mean) / real::sqrt(var + epsilon) * s + b;
  };
  if (!training(call)) {
    const Tensor mean = parameter(call, 3), var = parameter(call, 4);
    return {each(X, mean, var, scale, B, formula).reshaped(call.tensor("X").shape())};
  }
  require_statistics(call.tensor_at(3), call.tensor_at(4), X.dim(1));
  const Tensor mean = parameter(call, 3), var = parameter(call, 4);
  const double momentum = call.real("momentum");
  const std::vector<DType> types{X.dtype(), mean.dtype(), var.dtype(), mean.dtype(), var.dtype()};
  const std::vector<Tensor> Y =
      by_sets(X, {0, 2}, types, [&]<class R>(const Array<R>& x, const Sets& channels) -> Arrays<R> {
        const Array<R> batch_mean = mean_over(x);
        const Array<R> batch_var = mean_over(real::square(x - batch_mean));
        return {formula(x, batch_mean, batch_var, channels.of<R>(scale), channels.of<R>(B)),
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

const Operator op("BatchNormalization", batch_normalization, {1, 6, 7, 9, 14, 15});

}  // namespace
}  // namespace etalon
