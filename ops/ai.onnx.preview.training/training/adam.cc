// Adam: G' = norm_coefficient · X + G,  V_new = alpha · V + (1 - alpha) · G',
//       H_new = beta · H + (1 - beta) · G'²,  R' = R · √(1 - betaᵀ) / (1 - alphaᵀ), or R at T = 0,
//       X_new = (1 - norm_coefficient_post) · (X - R' · V_new / (√H_new + epsilon)),
//       for each tensor X of `inputs`.
//   1
#include "ops/ai.onnx.preview.training/training/training.h"

namespace etalon {
namespace {

Values adam(const Call& call) {
  const double R = call.tensor("R").item<double>();
  const auto T = static_cast<double>(call.tensor("T").item<int64_t>());
  const double alpha = call.real("alpha");
  const double beta = call.real("beta");
  const double norm_coefficient = call.real("norm_coefficient");
  const double norm_coefficient_post = call.real("norm_coefficient_post");
  const double epsilon = call.real("epsilon");
  const double R_adjusted =
      T > 0 ? R * std::sqrt(1 - std::pow(beta, T)) / (1 - std::pow(alpha, T)) : R;
  return optimized(call, 4, [&](const Variable& variable) -> Variable {
    const Reals &X = variable[0], &G = variable[1], &V = variable[2], &H = variable[3];
    const Reals G_regularized = norm_coefficient * X + G;
    const Reals V_new = alpha * V + (1 - alpha) * G_regularized;
    const Reals H_new = beta * H + (1 - beta) * G_regularized * G_regularized;
    const Reals H_sqrt = xt::sqrt(H_new) + epsilon;
    const Reals X_new = X - R_adjusted * V_new / H_sqrt;
    return {(1 - norm_coefficient_post) * X_new, V_new, H_new};
  });
}

const Operator op("Adam", {{1, adam}}, "ai.onnx.preview.training");

}  // namespace
}  // namespace etalon
