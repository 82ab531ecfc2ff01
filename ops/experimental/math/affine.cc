// Affine: Y = alpha · X + beta, elementwise.
//   1         experimental
#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

Values affine_1(const Call& call) {
  const Tensor& X = call.tensor("X");
  const double alpha = call.real("alpha");
  const double beta = call.real("beta");
  Reals Y = X.as<double>();
  for (double& x : Y) x = std::fma(alpha, x, beta);
  return {Tensor::of(X.dtype(), Y)};
}

const Operator op("Affine", affine_1, {1});

}  // namespace
}  // namespace etalon
