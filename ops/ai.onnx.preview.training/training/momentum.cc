// Momentum, for each tensor X of `inputs`, its gradient G and its momentum V:
//
//   G' = norm_coefficient · X + G
//   V_new = alpha · V + beta · G', where beta is 1 at T = 0
//   X_new = X - R · V_new, or with mode nesterov X - R · (G' + alpha · V_new)
//
//   1
#include "ops/ai.onnx.preview.training/training/training.h"

namespace etalon {
namespace {

Values momentum(const Call& call) {
  const bool nesterov = is_nesterov(call);
  const double rate = learning_rate(call);
  const int64_t T = update_count(call);
  return optimized<3>(call, [&]<class Real>() {
    const Real R = rate;
    const Real alpha = call.real("alpha");
    const Real norm_coefficient = call.real("norm_coefficient");
    const Real beta_adjusted = T > 0 ? call.real("beta") : 1;
    return [=](const Real& X, const Real& G, const Real& V) {
      const Real G_regularized = norm_coefficient * X + G;
      const Real V_new = alpha * V + beta_adjusted * G_regularized;
      const Real X_new = X - R * (nesterov ? G_regularized + alpha * V_new : V_new);
      return std::array{X_new, V_new};
    };
  });
}

const Operator op("Momentum", momentum, {1}, "ai.onnx.preview.training");

}  // namespace
}  // namespace etalon
