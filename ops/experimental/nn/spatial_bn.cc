// SpatialBN: Y = (X − mean) / √(var + epsilon) · scale + bias, by channel of X [N, C, H, W].
//   1         experimental. With is_test, mean and var are the inputs. Without, they are those of X
//             over N, H and W (var = Σ(x − mean)² / count), and further outputs are
//             mean = mean input · momentum + mean · (1 − momentum), var likewise,
//             saved_mean = mean, saved_var = 1 / √(var + epsilon), as Caffe2 has it
#include "ops/ai.onnx/nn/normalization.h"

namespace etalon {
namespace {

// A parameter, one value a channel, shaped to broadcast to X.
Reals parameter(const Call& call, std::string_view name, size_t C) {
  const Tensor& tensor = call.tensor(name);
  check_parameter(tensor, name, C);
  return tensor.reshaped({1, C, 1, 1}).as<double>();
}

Values spatial_bn_1(const Call& call) {
  const Tensor& X = call.tensor("X");
  if (X.rank() != 4) throw InvalidInput("X has rank {}, not 4: [N, C, H, W]", X.rank());
  const size_t C = X.dim(1);
  const Reals x = X.as<double>();
  const Reals scale = parameter(call, "scale", C);
  const Reals bias = parameter(call, "bias", C);
  const Reals running_mean = parameter(call, "mean", C);
  const Reals running_var = parameter(call, "var", C);
  const double epsilon = call.real("epsilon");
  const auto normalized = [&](const Reals& mean, const Reals& var) {
    return Tensor::of(X.dtype(), (x - mean) / xt::sqrt(var + epsilon) * scale + bias);
  };
  if (call.flag("is_test")) {
    if (call.output_count() > 1) throw InvalidInput("is_test is 1, and more than Y is wanted");
    return {normalized(running_mean, running_var)};
  }
  const Reals mean = mean_over(x, {0, 2, 3});
  const Reals difference = x - mean;
  const Reals squared = difference * difference;
  const Reals var = mean_over(squared, {0, 2, 3});
  const double momentum = call.real("momentum");
  const auto by_channel = [&](const Reals& values) {
    return Tensor::of(X.dtype(), values).reshaped({C});
  };
  return {normalized(mean, var), by_channel(running_mean * momentum + mean * (1 - momentum)),
          by_channel(running_var * momentum + var * (1 - momentum)), by_channel(mean),
          by_channel(1 / xt::sqrt(var + epsilon))};
}

const Operator op("SpatialBN", spatial_bn_1, {1});

}  // namespace
}  // namespace etalon
