// LessOrEqual: C = A ≤ B, elementwise with broadcasting; false where either is NaN.
//   12, 16    16: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values less_or_equal(const Call& call) {
  return {holds(call.tensor("A"), call.tensor("B"), std::less_equal())};
}

const Operator op("LessOrEqual", less_or_equal, {12, 16});

}  // namespace
}  // namespace etalon
