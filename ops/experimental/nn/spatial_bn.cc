// SpatialBN: Y = (X − mean) / √(var + epsilon) · scale + bias, by channel of X [N, C, H, W].
//   1         experimental. With is_test, mean and var are the inputs. Without, they are those of X
//             over N, H and W (var = Σ(x − mean)² / count), and further outputs are
//             mean = mean input · momentum + mean · (1 − momentum), var likewise,
//             saved_mean = mean, saved_var = 1 / √(var + epsilon), as Caffe2 has it
#include "ops/ai.onnx/nn/normalization.h"

namespace etalon {
namespace {

Values spatial_bn(const Call& call) {
  const Tensor& X = call.tensor("X");
  if (X.rank() != 4) throw InvalidInput("X has rank {}, not 4: [N, C, H, W]", X.rank());
  const size_t C = X.dim(1);
  const Reals x = X.reshaped({X.dim(0), C, X.dim(2) * X.dim(3)}).as<double>();
  const Reals scale = by_channel(call.tensor("scale"), "scale", C).as<double>();
  const Reals bias = by_channel(call.tensor("bias"), "bias", C).as<double>();
  const Reals input_mean = by_channel(call.tensor("mean"), "mean", C).as<double>();
  const Reals input_var = by_channel(call.tensor("var"), "var", C).as<double>();
  const double epsilon = call.real("epsilon"), momentum = call.real("momentum");
  const auto like_X = [&](const Reals& Y) { return Tensor::of(X.dtype(), Y).reshaped(X.shape()); };
  if (call.flag("is_test")) {
    if (call.output_count() > 1) throw InvalidInput("is_test is 1, and more than Y is wanted");
    const Reals deviation = xt::sqrt(input_var + epsilon);
    return {like_X((x - input_mean) / deviation * scale + bias)};
  }
  const auto [values, mean, var, deviation] = standardized(x, {0, 2}, epsilon);
  const auto statistic = [&](const Reals& s) { return Tensor::of(X.dtype(), s).reshaped({C}); };
  return {like_X(values * scale + bias), statistic(input_mean * momentum + mean * (1 - momentum)),
          statistic(input_var * momentum + var * (1 - momentum)), statistic(mean),
          statistic(1 / deviation)};
}

const Operator op("SpatialBN", spatial_bn, {1});

}  // namespace
}  // namespace etalon
