// ScaledTanh: output = alpha · tanh(beta · input), elementwise.
//   1         experimental
#include "engine/formula.h"
#include "ops/experimental/math/coefficients.h"

namespace etalon {
namespace {

Values scaled_tanh(const Call& call) {
  const Coefficients of = coefficients(call);
  return {each(call.tensor("input"),
               [&](const auto& x) { return of.alpha * real::tanh(of.beta * x); })};
}

const Operator op("ScaledTanh", scaled_tanh, {1});

}  // namespace
}  // namespace etalon
