// Elu: Y = alpha · (exp(X) - 1) for X < 0, X otherwise, elementwise.
//   1, 6, 22  22: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values elu(const Call& call) {
  const double alpha = call.real("alpha");
  return {each(call.tensor("X"),
               [&](const auto& x) { return x < 0 ? alpha * (real::exp(x) - 1) : x; })};
}

const Operator op("Elu", elu, {1, 6, 22});

}  // namespace
}  // namespace etalon
