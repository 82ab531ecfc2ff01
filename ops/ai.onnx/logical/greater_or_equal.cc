// GreaterOrEqual: C = A ≥ B, elementwise with broadcasting; false where either is NaN.
//   12, 16    16: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values greater_or_equal(const Call& call) {
  return {holds(call.tensor("A"), call.tensor("B"), std::greater_equal())};
}

const Operator op("GreaterOrEqual", greater_or_equal, {12, 16});

}  // namespace
}  // namespace etalon
