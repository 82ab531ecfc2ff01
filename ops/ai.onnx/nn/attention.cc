// Attention: Y = softmax(softcap(scale · Q Kᵀ) + bias) V, head by head; each key and value head
// serves q_num_heads / kv_num_heads neighbouring query heads. The bias is attn_mask (where bool:
// False is -inf), and -inf for every key j that query i, at p = i + offset, does not see. A row
// whose every bias is -inf gives 0.
//   23   is_causal: j <= p, where offset = past_sequence_length
//   24   nonpad_kv_seqlen: j < nonpad_kv_seqlen, and offset = nonpad_kv_seqlen - q_sequence_length;
//        a short attn_mask is padded with -inf
//   25   left_window_size, right_window_size: p - left <= j <= p + right
#include "ops/ai.onnx/nn/attention.h"

namespace etalon {
namespace {

Values attention(const Call& call) {
  constexpr int64_t scaled = 0, capped = 1, biased = 2, weighed = 3;  // qk_matmul_output_mode
  const Heads of = heads_of(call);  // [batch, heads, sequence, size]; K and V after their past
  const int64_t mode = qk_matmul_output_mode(call);
  const Reals bias = score_bias(call, of);  // attn_mask; -inf where query i does not see key j
  const Scale scale(call, of.Q);
  const double softcap = call.real("softcap");
  const auto scores = [&](int64_t stage, DType type) {
    const auto score = [&]<class R>(const R& q_times_k, size_t position) -> R {
      const R x = scale(q_times_k);
      if (stage == scaled) return x;
      const R cap = softcap == 0 ? x : softcap * real::tanh(x / softcap);
      return stage == capped ? cap : cap + R(bias.flat(position));
    };
    return products_of_heads(of.Q, of.K, true, type, score);
  };
  // "The floating-point precision used in softmax computation. If softmax precision is not
  // provided, the same precision as the input of softmax (Q and K) is used", "and then cast back
  // to the original type".
  const DType T1 = of.Q.dtype();
  const Tensor softmax = softmax_of_rows(call, scores(biased, softmax_precision(call, T1)));
  const Bools unseen = xt::equal(max_over(bias, {3}), -infinity);
  const Tensor weights = choose(unseen, Tensor::zeros(T1, {}), typed(T1, softmax));
  const Tensor Y = products_of_heads(weights, of.V, T1);
  Value qk_matmul_output;
  if (call.wants("qk_matmul_output")) {
    qk_matmul_output = mode == weighed ? weights : scores(mode, T1);
  }
  return {call.tensor("Q").rank() == 3 ? heads_joined(Y) : Y, of.K, of.V, qk_matmul_output};
}

const Operator op("Attention", attention, {23, 24, 25});

}  // namespace
}  // namespace etalon
