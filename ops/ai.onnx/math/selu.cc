// Selu: Y = gamma · alpha · (exp(X) - 1) for X <= 0, gamma · X otherwise, elementwise.
//   1, 6      6: alpha and gamma of seven digits by default
//   22        bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values selu(const Call& call) {
  const double alpha = call.real("alpha"), gamma = call.real("gamma");
  return {each(call.tensor("X"),
               [&](const auto& x) { return gamma * (x <= 0 ? alpha * (real::exp(x) - 1) : x); })};
}

const Operator op("Selu", selu, {1, 6, 22});

}  // namespace
}  // namespace etalon
