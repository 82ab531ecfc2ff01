// Equal: C = A = B, elementwise; NaN equals nothing, -0 equals +0.
//   1         equal shapes, or broadcast=1: B aligns with A's axes from `axis` (default: the last)
//   7         multidirectional broadcasting
//   11        floats and all integers
//   13, 19    13: bfloat16; 19: strings
#include "engine/formula.h"
#include "engine/numerics/texts.h"

namespace etalon {
namespace {

Tensor equal(const Tensor& A, const Tensor& B) {
  return A.dtype() == DType::string ? equal_texts(A, B) : holds(A, B, std::equal_to());
}

Values equal_1(const Call& call) {
  const Tensor& A = call.tensor("A");
  return {equal(A, legacy_broadcast(A, call.tensor("B"), call))};
}

Values equal_7(const Call& call) { return {equal(call.tensor("A"), call.tensor("B"))}; }

const Operator op("Equal", {{equal_1, {1}}, {equal_7, {7, 11, 13, 19}}});

}  // namespace
}  // namespace etalon
