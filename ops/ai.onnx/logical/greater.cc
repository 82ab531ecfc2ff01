// Greater: C = A > B, elementwise; false where either is NaN.
//   1         equal shapes, or broadcast=1: B aligns with A's axes from `axis` (default: the last)
//   7         multidirectional broadcasting
//   9, 13     9: integers; 13: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Tensor greater(const Tensor& A, const Tensor& B) { return holds(A, B, std::greater()); }

Values greater_1(const Call& call) {
  const Tensor& A = call.tensor("A");
  return {greater(A, legacy_broadcast(A, call.tensor("B"), call))};
}

Values greater_7(const Call& call) { return {greater(call.tensor("A"), call.tensor("B"))}; }

const Operator op("Greater", {{greater_1, {1}}, {greater_7, {7, 9, 13}}});

}  // namespace
}  // namespace etalon
