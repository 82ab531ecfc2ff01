// ImageScaler: output = scale · input + bias[c], by channel c of input [N, C, H, W].
//   1         experimental
#include "engine/formula.h"

namespace etalon {
namespace {

Values image_scaler(const Call& call) {
  const Tensor& input = call.tensor("input");
  require_rank("input", input, 4);
  const size_t C = input.dim(1);
  const std::vector<double> values = call.reals("bias");
  if (call.has("bias") && values.size() != C) {
    throw InvalidInput("bias has {} values for {} channels", values.size(), C);
  }
  Reals bias = full<double>({C}, 0);
  std::copy(values.begin(), values.end(), bias.begin());
  const double scale = call.real("scale");
  const Tensor by_channel = Tensor::decided(DType::float64, along(bias, 1, 4));
  return {each(input, by_channel, [&](const auto& x, const auto& b) { return scale * x + b; })};
}

const Operator op("ImageScaler", image_scaler, {1});

}  // namespace
}  // namespace etalon
