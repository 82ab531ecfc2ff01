// ParametricSoftplus: Y = alpha · ln(exp(beta · X) + 1), elementwise.
//   1         experimental
#include "engine/formula.h"
#include "ops/experimental/math/coefficients.h"

namespace etalon {
namespace {

Values parametric_softplus(const Call& call) {
  const Coefficients of = coefficients(call);
  return {each(call.tensor("X"), [&]<class R>(const R& x) -> R {
    return of.alpha * real::log(real::exp(of.beta * x) + 1);
  })};
}

const Operator op("ParametricSoftplus", parametric_softplus, {1});

}  // namespace
}  // namespace etalon
