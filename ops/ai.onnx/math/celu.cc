// Celu: Y = max(0, X) + min(0, alpha · (exp(X / alpha) - 1)), elementwise.
//   12, 28    28: float16, bfloat16, double
#include "engine/formula.h"

namespace etalon {
namespace {

Values celu(const Call& call) {
  const double alpha = call.real("alpha");
  return {each(call.tensor("X"), [&]<class R>(const R& x) {
    return maximum(R(0), x) + minimum(R(0), alpha * (real::exp(x / alpha) - 1));
  })};
}

const Operator op("Celu", celu, {12, 28});

}  // namespace
}  // namespace etalon
