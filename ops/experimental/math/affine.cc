// Affine: Y = alpha · X + beta, elementwise.
//   1         experimental
#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

Values affine(const Call& call) {
  const Tensor& X = call.tensor("X");
  const double alpha = call.real("alpha");
  const double beta = call.real("beta");
  const auto f = [&](double x) { return std::fma(alpha, x, beta); };
  return {Tensor::of(X.dtype(), by_element(X.as<double>(), f))};
}

const Operator op("Affine", affine, {1});

}  // namespace
}  // namespace etalon
