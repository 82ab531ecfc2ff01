// Attention: output = softmax(scale · Q Kᵀ + mask + attention_bias) V, head by head. Q, K and V are
// the parts of input · weights + bias, of qkv_hidden_sizes or a third each; K and V come after the
// past. The mask is mask_filter_value for keys that mask_index leaves out and, if unidirectional,
// −∞ for those after the query.
//   1
// The text has all of this but the formula, whose parts are “scale”, “added to QxK'” and “filled in
// the attention mask”. Measured of onnxruntime 1.32.0: the mask's value is added to the scores;
// keys are kept where a raw mask is positive; of (3 * batch_size + 2) numbers the first are
// lengths, as of (batch_size). Nothing says by which angles do_rotary turns, nor what a mask of
// rank 4 is.
#include "ops/com.microsoft/nn/attention.h"

namespace etalon {
namespace {

Values attention(const Call& call) {
  const Attending of = operands_of_attention(call);
  const DType T = of.Q.dtype();
  const MaskedScore score(call, "mask_index", call.maybe("attention_bias"), of);
  const Tensor scores = products_of_heads(of.Q, of.K, true, score_type, score);
  const Tensor weights = softmax_of_rows(call, scores, T);
  return {heads_joined(products_of_heads(weights, of.V, T)), present_of(call, of)};
}

const Operator op("Attention", attention, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
