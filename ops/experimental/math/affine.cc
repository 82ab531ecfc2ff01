// Affine: Y = alpha · X + beta, elementwise.
//   1         experimental
#include "engine/formula.h"

namespace etalon {
namespace {

Values affine(const Call& call) {
  const double alpha = call.real("alpha"), beta = call.real("beta");
  return {each(call.tensor("X"), [&](const auto& x) { return alpha * x + beta; })};
}

const Operator op("Affine", affine, {1});

}  // namespace
}  // namespace etalon
