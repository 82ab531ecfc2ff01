// Less: C = A < B, elementwise; false where either is NaN.
//   1         equal shapes, or broadcast=1: B aligns with A's axes from `axis` (default: the last)
//   7         multidirectional broadcasting
//   9, 13     9: integers; 13: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Tensor less(const Tensor& A, const Tensor& B) { return holds(A, B, std::less()); }

Values less_1(const Call& call) {
  const Tensor& A = call.tensor("A");
  return {less(A, legacy_broadcast(A, call.tensor("B"), call))};
}

Values less_7(const Call& call) { return {less(call.tensor("A"), call.tensor("B"))}; }

const Operator op("Less", {{less_1, {1}}, {less_7, {7, 9, 13}}});

}  // namespace
}  // namespace etalon
