// Adagrad, for each tensor X of `inputs`, its gradient G and its accumulated squares H:
//
//   r = R / (1 + T · decay_factor)
//   G' = norm_coefficient · X + G
//   H_new = H + G'²
//   X_new = X - r · G' / (√H_new + epsilon)
//
//   1
#include "ops/ai.onnx.preview.training/training/training.h"

namespace etalon {
namespace {

Values adagrad(const Call& call) {
  const Wide R = call.tensor("R").item<double>();
  const auto T = static_cast<Wide>(call.tensor("T").item<int64_t>());
  const Wide norm_coefficient = call.real("norm_coefficient");
  const Wide epsilon = call.real("epsilon");
  const Wide r = R / (1 + T * call.real("decay_factor"));
  return optimized<3>(call, [&](Wide X, Wide G, Wide H) {
    const Wide G_regularized = norm_coefficient * X + G;
    const Wide H_new = H + G_regularized * G_regularized;
    const Wide H_adaptive = std::sqrt(H_new) + epsilon;
    const Wide X_new = X - r * G_regularized / H_adaptive;
    return std::array{X_new, H_new};
  });
}

const Operator op("Adagrad", adagrad, {1}, "ai.onnx.preview.training");

}  // namespace
}  // namespace etalon
