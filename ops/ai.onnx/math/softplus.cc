// Softplus: Y = ln(exp(X) + 1), elementwise.
//   1, 22     22: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

// ln(exp(x) + 1), where exp(x) does not overflow and a small one is not lost beside 1.
Values softplus(const Call& call) {
  return {each(call.tensor("X"), []<class R>(const R& x) {
    return maximum(x, R(0)) + real::log1p(real::exp(-real::abs(x)));
  })};
}

const Operator op("Softplus", softplus, {1, 22});

}  // namespace
}  // namespace etalon
