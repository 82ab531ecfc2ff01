// MatMul: C = A · B as matrices, with A's axes but the last flattened into rows, and B's axes but
// the last into the K rows that A's last axis meets.
//   13        A [a0, …, an], B [b0, …, bn] with an = b0 · … · b(n-1); C [a0, …, a(n-1), bn]
#include "engine/formula.h"

namespace etalon::thinker {
namespace {

Values matmul(const Call& call) {
  const Tensor& A = call.tensor("A");
  const Tensor& B = call.tensor("B");
  if (A.rank() == 0 || B.rank() == 0)
    throw InvalidInput("A and B must have at least one axis each");
  const Shape rows(A.shape().begin(), A.shape().end() - 1);
  const size_t M = element_count(rows);
  const size_t K = element_count(Shape(B.shape().begin(), B.shape().end() - 1));
  const size_t N = B.shape().back();
  if (A.shape().back() != K) {
    throw InvalidInput("A of shape {} has {} columns where B of shape {} has {} rows",
                       to_string(A.shape()), A.shape().back(), to_string(B.shape()), K);
  }
  const NamedValues inputs{{"A", A.reshaped({M, K})}, {"B", B.reshaped({K, N})}};
  Shape shape = rows;
  shape.push_back(N);
  return {delegate(call, "MatMul", 13, inputs).at(0).tensor().reshaped(shape)};
}

const Operator op("MatMul", matmul, {13}, "thinker");

}  // namespace
}  // namespace etalon::thinker
