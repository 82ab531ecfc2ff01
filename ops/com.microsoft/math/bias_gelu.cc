// BiasGelu: C = X / 2 · (1 + erf(X / √2)) with X = A + B, where B is added along the last axis.
//   1
#include "engine/formula.h"
#include "ops/ai.onnx/math/gelu.h"

namespace etalon {
namespace {

Values bias_gelu(const Call& call) {
  const Tensor &A = call.tensor("A"), &B = call.tensor("B");
  require_rank_from("A", A, 1);
  require_shape("B", B, {A.dim(A.rank() - 1)});
  return {each(A, B, []<class R>(const R& a, const R& b) -> R { return gelu_by_erf(R(a + b)); })};
}

const Operator op("BiasGelu", bias_gelu, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
