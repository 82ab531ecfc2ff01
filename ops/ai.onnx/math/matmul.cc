// MatMul: Y = A · B, NumPy's matmul: rank-1 operands are vectors, leading axes broadcast.
//   1, 9, 13  9: integers, which wrap; 13: bfloat16
#include "engine/numerics/matmul.h"

#include "engine/operators/choice.h"
#include "engine/operators/operator.h"

namespace etalon {
namespace {

Values matmul(const Call& call) {
  const auto product = [](const std::vector<Tensor>& X) { return matmul(X[0], X[1]); };
  const std::vector<Tensor> operands{call.tensor("A"), call.tensor("B")};
  return {open_sums(product(operands), operands, product)};
}

const Operator op("MatMul", matmul, {1, 9, 13});

}  // namespace
}  // namespace etalon
