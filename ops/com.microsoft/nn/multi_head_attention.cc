// MultiHeadAttention: output = softmax(scale · Q Kᵀ + mask + attention_bias) V, head by head. Q, K
// and V are query, key and value, each with its part of the bias; K and V come after the past. The
// mask is mask_filter_value for keys that key_padding_mask leaves out and, if unidirectional, −∞
// for those after the query.
//   1
// The text has “Custom scale will be used if specified. Default value is 1/sqrt(head_size)”, that
// attention_bias is “added to QxK'”, and that mask_filter_value is “filled in the attention mask”.
// Measured of onnxruntime 1.32.0: it is added to the scores; keys are kept where the mask is
// positive; of (3 * batch_size + 2) numbers the first are lengths, as of (batch_size); a scale of 0
// is the default; a key and value that are a past already get no bias; qk is the scores before
// softmax.
#include "ops/com.microsoft/nn/attention.h"

namespace etalon {
namespace {

Values multi_head_attention(const Call& call) {
  const Attending of = operands_of_multi_head_attention(call);
  const DType T = of.Q.dtype();
  const MaskedScore score(call, "key_padding_mask", call.maybe("attention_bias"), of);
  const Tensor scores = products_of_heads(of.Q, of.K, true, score_type, score);
  const Tensor weights = softmax_of_rows(call, scores, T);
  const Tensor output = heads_joined(products_of_heads(weights, of.V, T));
  return {output, of.present_key, of.present_value, typed(T, scores)};
}

const Operator op("MultiHeadAttention", multi_head_attention, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
