// MultiHeadAttention and DecoderMaskedMultiHeadAttention.
#include "ops/com.microsoft/nn/open/attention.h"

namespace etalon {
namespace {

// qk is “normalized Q * K”: scaled, or what the softmax makes of it; and a key after the query may
// have any score.
Tensor open_qk(const Call& call, const OpenAttention& attention, const Tensor& qk) {
  const Tensor Y = choice(qk, "qk", [&] { return full(qk.shape(), true); }, "scores",
                          {{"weights", [&] {
                              const Tensor scores = Tensor::decided(score_type, attention.scores());
                              return typed(qk.dtype(), softmax_of_rows(call, scores, qk.dtype()));
                            }}});
  return attention.given_scores(attention.hidden(Y));
}

// The text lets key and value be a past, and has a bias of all three; whether the past has it
// already is not said.
void open_bias_of_past(Opening& open) {
  const Tensor *key = open.call.maybe("key"), *bias = open.call.maybe("bias");
  if (!key || !bias || key->rank() != 4) return;
  const size_t first = open.call.tensor("query").dim(2);
  const auto biased = [&](const Tensor& X, size_t from) {
    const size_t heads = X.dim(1), size = X.dim(3);
    const Tensor part = slice(*bias, 0, from, from + heads * size).reshaped({1, heads, 1, size});
    return each(X, part, [](const auto& x, const auto& b) { return x + b; });
  };
  const Values other = open.all_again(
      {{"key", biased(*key, first)},
       {"value", biased(open.call.tensor("value"), first + key->dim(1) * key->dim(3))}});
  for (size_t i = 0; i < 4; ++i) {
    if (i > 0 && !open.call.wants(open.call.schema().outputs.at(i).name)) continue;
    open.output(i) = either_of(open.output(i), "bias_of_past", "has_it", "has_it_not",
                               [&] { return other.at(i).tensor(); });
  }
}

// Key and value may be a past, and there are inputs for a past besides: what both are, is not said.
bool has_two_pasts(const Call& call) {
  const Tensor* key = call.maybe("key");
  return key && key->rank() == 4 && call.maybe("past_key");
}

void open_outputs(Opening& open, const Attending& of, std::string_view mask) {
  const OpenAttention attention(open.call, of, mask, open.call.maybe("attention_bias"));
  open.Y = attention.output(open.Y);
  if (open.call.wants("qk")) open.output(3) = open_qk(open.call, attention, open.output(3));
  open_bias_of_past(open);
  const bool twice = has_two_pasts(open.call);
  for (size_t i = 0; i < 4; ++i) {
    open.output(i) =
        no_result(open.output(i), "two_pasts", [&] { return full(open.output(i).shape(), twice); });
  }
}

void open_multi_head_attention(Opening& open) {
  open_outputs(open, operands_of_multi_head_attention(open.call), "key_padding_mask");
}

// “The keys buffer is re-ordered” by groups of 16 bytes of a head's elements: onnxruntime 1.32.0
// does not on CPUs, and which runtime does is not said. Such a buffer as keys [batch, heads,
// tokens, size], and keys as such a buffer.
Tensor from_groups(const Tensor& X, size_t group) {
  const Shape& s = X.shape();
  return transposed(X.reshaped({s[0], s[1], s[3] / group, s[2], group}), {0, 1, 3, 2, 4})
      .reshaped(s);
}
Tensor in_groups(const Tensor& X, size_t group) {
  const Shape& s = X.shape();
  return transposed(X.reshaped({s[0], s[1], s[2], s[3] / group, group}), {0, 1, 3, 2, 4})
      .reshaped(s);
}

void open_order_of_keys(Opening& open, const Attending& of) {
  const Call& call = open.call;
  const Tensor* past_key = call.maybe("past_key");
  const size_t group = of.Q.dtype() == DType::float32 ? 4 : 8, size = of.Q.dim(3);
  if (call.integer("past_present_share_buffer", 0) == 0 || !past_key) return;
  if (size <= group || size % group != 0) return;
  const Values other = open.all_again({{"past_key", from_groups(*past_key, group)}});
  const auto either = [&](size_t i, const Tensor& second) {
    open.output(i) =
        either_of(open.output(i), "order_of_keys", "as_written", "groups", [&] { return second; });
  };
  either(0, other[0].tensor());
  if (call.wants("present_key")) either(1, in_groups(other[1].tensor(), group));
  if (call.wants("qk")) either(3, other[3].tensor());
}

void open_decoder_attention(Opening& open) {
  const Attending of = operands_of_decoder_attention(open.call);
  open_outputs(open, of, "mask_index");
  open_order_of_keys(open, of);
}

const Open op[] = {{"MultiHeadAttention", open_multi_head_attention},
                   {"DecoderMaskedMultiHeadAttention", open_decoder_attention}};

}  // namespace
}  // namespace etalon
