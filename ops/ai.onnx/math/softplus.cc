// Softplus: Y = ln(exp(X) + 1), elementwise.
//   1, 22     22: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values softplus(const Call& call) {
  return {each(call.tensor("X"), [](const auto& x) { return real::log(real::exp(x) + 1); })};
}

const Operator op("Softplus", softplus, {1, 22});

}  // namespace
}  // namespace etalon
