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
  const double rate = learning_rate(call);
  const int64_t count = update_count(call);
  return optimized<3>(call, [&]<class Real>() {
    const Real R = rate, T = whole<Real>(count);
    const Real norm_coefficient = call.real("norm_coefficient");
    const Real epsilon = call.real("epsilon");
    const Real r = R / (1 + T * call.real("decay_factor"));
    return [=](const Real& X, const Real& G, const Real& H) {
      const Real G_regularized = norm_coefficient * X + G;
      const Real H_new = H + G_regularized * G_regularized;
      const Real H_adaptive = real::sqrt(H_new) + epsilon;
      const Real X_new = X - r * G_regularized / H_adaptive;
      return std::array{X_new, H_new};
    };
  });
}

const Operator op("Adagrad", adagrad, {1}, "ai.onnx.preview.training");

}  // namespace
}  // namespace etalon
