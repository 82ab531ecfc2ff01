// DecoderMaskedMultiHeadAttention: output = softmax(scale · Q Kᵀ + mask + attention_bias) V, head
// by head, for one token. Q, K and V are query, key and value, each with its part of the bias; K
// and V come after the past. The mask is mask_filter_value for keys where mask_index is 0.
//   1
// The text has the inputs' shapes, and that it is “Similar to DecoderMaskedSelfAttention but this
// op excludes QKV MatMul and Bias”. Measured of onnxruntime 1.32.0: the formula, which is
// MultiHeadAttention's; the order of a buffer's keys is that of the others, whatever the text says
// of a re-ordered one.
#include "ops/com.microsoft/nn/attention.h"

namespace etalon {
namespace {

Values decoder_masked_multi_head_attention(const Call& call) {
  const Attending of = operands_of_decoder_attention(call);
  const DType T = of.Q.dtype();
  const MaskedScore score(call, "mask_index", call.maybe("attention_bias"), of);
  const Tensor scores = products_of_heads(of.Q, of.K, true, score_type, score);
  const Tensor weights = softmax_of_rows(call, scores, T);
  const Tensor output = heads_joined(products_of_heads(weights, of.V, T));
  return {output, of.present_key, of.present_value, typed(T, scores)};
}

const Operator op("DecoderMaskedMultiHeadAttention", decoder_masked_multi_head_attention, {1},
                  "com.microsoft");

}  // namespace
}  // namespace etalon
