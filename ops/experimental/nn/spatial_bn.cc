// SpatialBN: Y = (X − mean) / √(var + epsilon) · scale + bias, by channel of X [N, C, H, W].
//   1         experimental. With is_test, mean and var are the inputs. Without, they are those of X
//             over N, H and W (var = Σ(x − mean)² / count), and further outputs are
//             mean = mean input · momentum + mean · (1 − momentum), var likewise,
//             saved_mean = mean, saved_var = 1 / √(var + epsilon), as Caffe2 has it
#include "ops/ai.onnx/nn/normalization.h"

namespace etalon {
namespace {

Values spatial_bn(const Call& call) {
  if (call.flag("is_test") && call.output_count() > 1) {
    throw InvalidInput("is_test is 1, and more than Y is wanted");
  }
  const Tensor& X = call.tensor("X");
  if (X.rank() != 4) throw InvalidInput("X has rank {}, not 4: [N, C, H, W]", X.rank());
  const size_t C = X.dim(1);
  const Tensor x = X.reshaped({X.dim(0), C, X.dim(2) * X.dim(3)});
  const auto parameter = [&](std::string_view name) {
    return by_channel(call.tensor(name), name, C);
  };
  const Tensor scale = parameter("scale"), bias = parameter("bias");
  const Tensor mean = parameter("mean"), var = parameter("var");
  const double epsilon = call.real("epsilon"), momentum = call.real("momentum");
  const auto formula = [&](const auto& value, const auto& m, const auto& v, const auto& s,
                           const auto& b) { return (value - m) / real::sqrt(v + epsilon) * s + b; };
  if (call.flag("is_test")) return {each(x, mean, var, scale, bias, formula).reshaped(X.shape())};
  const std::vector<Tensor> results =
      by_sets(x, {0, 2}, std::vector<DType>(5, X.dtype()),
              [&]<class R>(const Array<R>& values, const Sets& channels) -> Arrays<R> {
                const Array<R> m = mean_over(values);
                const Array<R> v = mean_over(real::square(values - m));
                return {formula(values, m, v, channels.of<R>(scale), channels.of<R>(bias)),
                        channels.of<R>(mean) * momentum + m * (1 - R(momentum)),
                        channels.of<R>(var) * momentum + v * (1 - R(momentum)), m,
                        1 / real::sqrt(v + epsilon)};
              });
  Values outputs{results[0].reshaped(X.shape())};
  for (size_t i = 1; i < results.size(); ++i) outputs.emplace_back(results[i].reshaped({C}));
  return outputs;
}

const Operator op("SpatialBN", spatial_bn, {1});

}  // namespace
}  // namespace etalon
