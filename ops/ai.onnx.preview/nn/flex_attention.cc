// FlexAttention: Y = prob_mod(softmax(score_mod(scale · Q Kᵀ))) V, head by head; each key and
// value head serves q_num_heads / kv_num_heads neighbouring query heads.
//   1    the modifiers are graphs from a tensor of softmax_precision to one of its shape and type
#include "ops/ai.onnx/nn/heads.h"

namespace etalon {
namespace {

// What a modifier, if there is one, makes of X.
Tensor modified(const Call& call, std::string_view modifier, const Tensor& X) {
  if (!call.has(modifier)) return X;
  const Subgraph graph = call.subgraph(modifier);
  const size_t inputs = graph.graph().inputs.size(), outputs = graph.graph().outputs.size();
  if (inputs != 1 || outputs != 1) {
    throw InvalidModel("{} has {} inputs and {} outputs, not one of each", modifier, inputs,
                       outputs);
  }
  const Values results = graph({X});
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
  // "Defaults to float32 for non-double inputs, otherwise uses double."
  const bool is_double = Q.dtype() == DType::float64;
  const DType precision = softmax_precision(call, is_double ? DType::float64 : DType::float32);
  // "scores has softmax_precision element type", and so has probs.
  const Scale scale(call, Q);
  const Tensor scores = products_of_heads(
      Q, K, true, precision, [&]<class R>(const R& sum, size_t) -> R { return scale(sum); });
  const Tensor Scores = modified(call, "score_mod", scores);
  const Tensor Probs = modified(call, "prob_mod", softmax_of_rows(call, Scores));
  return {products_of_heads(Probs, V, Q.dtype())};
}

const Operator op("FlexAttention", flex_attention, {1}, "ai.onnx.preview");

}  // namespace
}  // namespace etalon
