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
  const double rate = learning_rate(call);
  const int64_t count = update_count(call);
  return optimized<4>(call, [&]<class Real>() {
    const Real R = rate, T = whole<Real>(count);
    const Real alpha = call.real("alpha");
    const Real beta = call.real("beta");
    const Real norm_coefficient = call.real("norm_coefficient");
    const Real norm_coefficient_post = call.real("norm_coefficient_post");
    const Real epsilon = call.real("epsilon");
    const Real R_adjusted =
        count > 0 ? R * real::sqrt(1 - real::pow(beta, T)) / (1 - real::pow(alpha, T)) : R;
    return [=](const Real& X, const Real& G, const Real& V, const Real& H) {
      const Real G_regularized = norm_coefficient * X + G;
      const Real V_new = alpha * V + (1 - alpha) * G_regularized;
      const Real H_new = beta * H + (1 - beta) * G_regularized * G_regularized;
      const Real H_sqrt = real::sqrt(H_new) + epsilon;
      const Real X_new = X - R_adjusted * V_new / H_sqrt;
      const Real X_final = (1 - norm_coefficient_post) * X_new;
      return std::array{X_final, V_new, H_new};
    };
  });
}

const Operator op("Adam", adam, {1}, "ai.onnx.preview.training");

}  // namespace
}  // namespace etalon
