// Xor: C = A ≠ B, elementwise on bools.
//   1         equal shapes, or broadcast=1: B aligns with A's axes from `axis` (default: the last)
//   7         multidirectional broadcasting
#include "engine/formula.h"

namespace etalon {
namespace {

Tensor logical_xor(const Tensor& A, const Tensor& B) {
  return Tensor::of(DType::boolean, xt::not_equal(A.as<bool>(), B.as<bool>()));
}

Values logical_xor_1(const Call& call) {
  const Tensor& A = call.tensor("A");
  return {logical_xor(A, legacy_broadcast(A, call.tensor("B"), call))};
}

Values logical_xor_7(const Call& call) { return {logical_xor(call.tensor("A"), call.tensor("B"))}; }

const Operator op("Xor", {{logical_xor_1, {1}}, {logical_xor_7, {7}}});

}  // namespace
}  // namespace etalon
