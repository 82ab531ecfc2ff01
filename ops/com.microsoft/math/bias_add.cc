// BiasAdd: Y = X + bias + skip; bias is added along the last axis.
//   1
// onnxruntime 1.32.0 has no CPU kernel of it.
#include "engine/formula.h"

namespace etalon {
namespace {

Values bias_add(const Call& call) {
  const Tensor &X = call.tensor("X"), &bias = call.tensor("bias"), &skip = call.tensor("skip");
  require_rank("X", X, 3);
  require_shape("bias", bias, {X.dim(2)});
  require_shape("skip", skip, X.shape());
  return {
      each(X, bias, skip, [](const auto& x, const auto& b, const auto& s) { return x + b + s; })};
}

const Operator op("BiasAdd", bias_add, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
