// ParametricSoftplus: Y = alpha · ln(exp(beta · X) + 1), elementwise. With z = beta · X that is
// alpha · (max(z, 0) + ln(1 + exp(-|z|))), where exp does not overflow.
//   1         experimental
#include "engine/formula.h"
#include "ops/experimental/math/coefficients.h"

namespace etalon {
namespace {

Values parametric_softplus(const Call& call) {
  const Coefficients of = coefficients(call);
  return {each(call.tensor("X"), [&]<class R>(const R& x) -> R {
    const R z = of.beta * x;
    return of.alpha * (maximum(z, R(0)) + real::log1p(real::exp(-real::abs(z))));
  })};
}

const Operator op("ParametricSoftplus", parametric_softplus, {1});

}  // namespace
}  // namespace etalon
