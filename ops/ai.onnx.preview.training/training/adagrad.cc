// Adagrad: r = R / (1 + T · decay_factor),  G' = norm_coefficient · X + G,  H_new = H + G'²,
//          X_new = X - r · G' / (√H_new + epsilon), for each tensor X of `inputs`.
//   1
#include "ops/ai.onnx.preview.training/training/training.h"

namespace etalon {
namespace {

Values adagrad(const Call& call) {
  const double R = call.tensor("R").item<double>();
  const auto T = static_cast<double>(call.tensor("T").item<int64_t>());
  const double norm_coefficient = call.real("norm_coefficient");
  const double epsilon = call.real("epsilon");
  const double r = R / (1 + T * call.real("decay_factor"));
  return optimized(call, 3, [&](const Variable& variable) -> Variable {
    const Reals &X = variable[0], &G = variable[1], &H = variable[2];
    const Reals G_regularized = norm_coefficient * X + G;
    const Reals H_new = H + G_regularized * G_regularized;
    const Reals H_adaptive = xt::sqrt(H_new) + epsilon;
    return {X - r * G_regularized / H_adaptive, H_new};
  });
}

const Operator op("Adagrad", {{1, adagrad}}, "ai.onnx.preview.training");

}  // namespace
}  // namespace etalon
