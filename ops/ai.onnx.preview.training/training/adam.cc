// Adam, for each tensor X of `inputs`, its gradient G and the moving averages V of the gradient and
// H of its square:
//
//   G' = norm_coefficient · X + G
//   V_new = alpha · V + (1 - alpha) · G'
//   H_new = beta · H + (1 - beta) · G'²
//   R' = R · √(1 - betaᵀ) / (1 - alphaᵀ), or R at T = 0
//   X_new = X - R' · V_new / (√H_new + epsilon)
//   X_final = (1 - norm_coefficient_post) · X_new
//
//   1
#include "ops/ai.onnx.preview.training/training/training.h"

namespace etalon {
namespace {

Values adam(const Call& call) {
  const Wide R = call.tensor("R").item<double>();
  const auto T = static_cast<Wide>(call.tensor("T").item<int64_t>());
  const Wide alpha = call.real("alpha");
  const Wide beta = call.real("beta");
  const Wide norm_coefficient = call.real("norm_coefficient");
  const Wide norm_coefficient_post = call.real("norm_coefficient_post");
  const Wide epsilon = call.real("epsilon");
  const Wide R_adjusted =
      T > 0 ? R * std::sqrt(1 - std::pow(beta, T)) / (1 - std::pow(alpha, T)) : R;
  return optimized<4>(call, [&](Wide X, Wide G, Wide V, Wide H) {
    const Wide G_regularized = norm_coefficient * X + G;
    const Wide V_new = alpha * V + (1 - alpha) * G_regularized;
    const Wide H_new = beta * H + (1 - beta) * G_regularized * G_regularized;
    const Wide H_sqrt = std::sqrt(H_new) + epsilon;
    const Wide X_new = X - R_adjusted * V_new / H_sqrt;
    const Wide X_final = (1 - norm_coefficient_post) * X_new;
    return std::array{X_final, V_new, H_new};
  });
}

const Operator op("Adam", adam, {1}, "ai.onnx.preview.training");

}  // namespace
}  // namespace etalon
