// FlexAttention: Y = prob_mod(softmax(score_mod(scale · Q Kᵀ))) V, head by head; each key and
// value head serves q_num_heads / kv_num_heads neighbouring query heads.
//   1    the modifiers are graphs from a tensor of softmax_precision to one of its shape and type
#include "engine/numerics/numerics.h"
#include "ops/ai.onnx/nn/heads.h"

namespace etalon {
namespace {

DType softmax_precision(const Call& call, DType T1) {
  // "Defaults to float32 for non-double inputs, otherwise uses double."
  if (!call.has("softmax_precision")) return T1 == DType::float64 ? T1 : DType::float32;
  const int64_t type = call.integer("softmax_precision");
  for (const DType precision : {DType::float32, DType::float16, DType::float64, DType::bfloat16}) {
    if (type == static_cast<int64_t>(precision)) return precision;
  }
  throw InvalidInput("softmax_precision {} is not 1, 10, 11 or 16", type);
}

Tensor modified(const Call& call, std::string_view modifier, const Tensor& X) {
  if (!call.has(modifier)) return X;
  const Values results = call.subgraph(modifier)({X});
  if (results.size() != 1)
    throw InvalidModel("{} gives {} outputs, not 1", modifier, results.size());
  const Tensor& Y = results[0].tensor();
  if (Y.dtype() != X.dtype() || Y.shape() != X.shape()) {
    throw InvalidInput("{} made {} {} of {} {}", modifier, name(Y.dtype()), to_string(Y.shape()),
                       name(X.dtype()), to_string(X.shape()));
  }
  return Y;
}

Values flex_attention(const Call& call) {
  const Tensor& Q = call.tensor("Q");
  const Tensor& K = call.tensor("K");
  const Tensor& V = call.tensor("V");
  if (Q.rank() != 4 || K.rank() != 4 || V.rank() != 4) {
    throw InvalidInput("Q, K and V have the ranks {}, {} and {}, not 4", Q.rank(), K.rank(),
                       V.rank());
  }
  if (K.dim(1) != V.dim(1)) throw InvalidInput("K has {} heads, V {}", K.dim(1), V.dim(1));
  const DType precision = softmax_precision(call, Q.dtype());
  const bool compensated = Q.dtype() == DType::float64;

  const Tensor Kt = transposed(K, {0, 1, 3, 2});
  const Reals QK = multiply_heads(Q.as<double>(), Kt.as<double>(), compensated);
  const double head_size = static_cast<double>(Q.dim(3));
  const Reals scaled =
      call.has("scale") ? Reals(QK * call.real("scale")) : Reals(QK / std::sqrt(head_size));
  // "scores has softmax_precision element type", and so has probs.
  const Tensor Scores = modified(call, "score_mod", Tensor::of(precision, scaled));
  const Tensor softmax = Tensor::of(precision, softmax_of_rows(Scores.as<double>()));
  const Tensor Probs = modified(call, "prob_mod", softmax);
  return {Tensor::of(Q.dtype(), multiply_heads(Probs.as<double>(), V.as<double>(), compensated))};
}

const Operator op("FlexAttention", flex_attention, {1}, "ai.onnx.preview");

}  // namespace
}  // namespace etalon
