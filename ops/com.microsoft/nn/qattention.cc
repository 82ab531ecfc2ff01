// QAttention: output = softmax(scale · Q Kᵀ + mask) V, head by head. Q, K and V are the thirds of
// Σ (input − input_zero_point) · (weight − weight_zero_point) · input_scale · weight_scale + bias;
// K and V come after the past. The mask is mask_filter_value for keys that mask_index leaves out
// and, if unidirectional, −∞ for those after the query.
//   1
// The text is “Quantization of Multi-Head Self Attention” and the inputs' shapes. Measured of
// onnxruntime 1.32.0: the formula, and all shapes of Attention's mask_index.
#include "ops/com.microsoft/nn/attention.h"

namespace etalon {
namespace {

Values qattention(const Call& call) {
  const Attending of = operands_of_quantized_attention(call);
  const DType T3 = of.Q.dtype();
  const MaskedScore score(call, "mask_index", nullptr, of);
  const Tensor scores = products_of_heads(of.Q, of.K, true, score_type, score);
  const Tensor weights = softmax_of_rows(call, scores, T3);
  return {heads_joined(products_of_heads(weights, of.V, T3)), present_of(call, of)};
}

const Operator op("QAttention", qattention, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
