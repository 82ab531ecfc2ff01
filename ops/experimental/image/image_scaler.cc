// ImageScaler: output = scale · input + bias[c], by channel c of input [N, C, H, W].
//   1         experimental
#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

Values image_scaler_1(const Call& call) {
  const Tensor& input = call.tensor("input");
  if (input.rank() != 4) throw InvalidInput("input has rank {}, not 4: [N, C, H, W]", input.rank());
  const size_t C = input.dim(1);
  const std::vector<double> bias = call.has("bias") ? call.reals("bias") : std::vector<double>(C);
  if (bias.size() != C) throw InvalidInput("bias has {} values for {} channels", bias.size(), C);
  const double scale = call.real("scale");
  const size_t pixels = input.dim(2) * input.dim(3);
  Reals output = input.as<double>();
  for (size_t i = 0; i < output.size(); ++i) {
    output.data()[i] = std::fma(scale, output.data()[i], bias[i / pixels % C]);
  }
  return {Tensor::of(input.dtype(), output)};
}

const Operator op("ImageScaler", image_scaler_1, {1});

}  // namespace
}  // namespace etalon
