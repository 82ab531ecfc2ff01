// GroupQueryAttention: output = softmax(softcap(scale · Q Kᵀ) + attention_bias) V over the keys
// that a query sees, head by head; each key and value head serves num_heads / kv_num_heads
// neighbouring query heads, and softcap(x) is softcap · tanh(x / softcap). The softmax has one more
// term in its denominator, exp(head_sink), or with smooth_softmax exp(0). K and V are the cache
// with what is new; query row s of an entry with P earlier tokens is at p = P + s, and sees the T
// keys j of the cache with j ≤ p if causal, and with p − j < local_window_size.
//   1
// The text has the caches, T, P and query_seqlens in full, the steps from Q and K to the output in
// names alone, and that head_sink is “a smooth factor adding to the denominator of softmax”: that
// it is exp(head_sink), the order of softcap and attention_bias, which scores output_qk has, that a
// query sees itself in a window, and that without new keys (kv_sequence_length 0) the queries are
// the last tokens of the cache, is measured of onnxruntime 1.32.0.
#include "ops/com.microsoft/nn/group_query.h"

namespace etalon {

Tensor softmax_with_sink(const Call& call, const Tensor& scores, DType T) {
  const Tensor* head_sink = call.maybe("head_sink");
  if (!head_sink && call.integer("smooth_softmax") <= 0) return softmax_of_rows(call, scores, T);
  const size_t num_heads = scores.dim(1), keys = scores.dim(3);
  if (head_sink) require_shape("head_sink", *head_sink, {num_heads});
  const Tensor sink = head_sink ? typed(score_type, *head_sink).reshaped({1, num_heads, 1, 1})
                                : Tensor::zeros(score_type, {});
  const Tensor column = broadcast_to(sink, {scores.dim(0), num_heads, scores.dim(2), 1});
  return slice(softmax_of_rows(call, concat({scores, column}, 3), T), 3, 0, keys);
}

namespace {

int64_t qk_output(const Call& call) {
  const int64_t mode = call.integer("qk_output");
  if (mode < 0 || mode > 2) throw InvalidInput("qk_output {} is outside [0, 2]", mode);
  if (mode == 0 && call.wants("output_qk")) throw InvalidInput("output_qk needs qk_output");
  return mode;
}

Values group_query_attention(const Call& call) {
  const GroupQuery of(call);
  const DType T = of.Q.dtype();
  const Scale scale = scale_of(call, of.Q);
  const double softcap = call.real("softcap", 0);
  const Shape shape = shape_of_heads(of.Q, of.K, true);
  const ByScore seen(of.seen.shape(), shape);
  const AttentionBias attention_bias(call.maybe("attention_bias"), shape);
  const auto score = [&]<class R>(const R& q_times_k, size_t at) -> R {
    const R scaled = scale(q_times_k);
    const R capped = softcap == 0 ? scaled : softcap * real::tanh(scaled / softcap);
    return of.seen.flat(seen(at)) ? R(capped + attention_bias.at<R>(at)) : R(-infinity);
  };
  const Tensor scores = products_of_heads(of.Q, of.K, true, score_type, score);
  const Tensor weights = softmax_with_sink(call, scores, T);
  const Tensor output = heads_joined(products_of_heads(weights, of.V, T));
  const Tensor zero = Tensor::zeros(score_type, {});
  const Tensor qk = qk_output(call) == 2 ? weights : choose(of.seen, scores, zero);
  return {output, of.present_key, of.present_value, typed(T, qk)};
}

const Operator op("GroupQueryAttention", group_query_attention, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
