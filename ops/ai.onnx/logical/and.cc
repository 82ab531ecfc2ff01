// And: C = A ∧ B, elementwise on bools.
//   1         equal shapes, or broadcast=1: B aligns with A's axes from `axis` (default: the last)
//   7         multidirectional broadcasting
#include "engine/formula.h"

namespace etalon {
namespace {

Tensor logical_and(const Tensor& A, const Tensor& B) {
  return Tensor::of(DType::boolean, A.as<bool>() && B.as<bool>());
}

Values logical_and_1(const Call& call) {
  const Tensor& A = call.tensor("A");
  return {logical_and(A, legacy_broadcast(A, call.tensor("B"), call))};
}

Values logical_and_7(const Call& call) { return {logical_and(call.tensor("A"), call.tensor("B"))}; }

const Operator op("And", {{logical_and_1, {1}}, {logical_and_7, {7}}});

}  // namespace
}  // namespace etalon
