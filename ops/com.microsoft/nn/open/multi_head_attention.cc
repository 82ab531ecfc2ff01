// MultiHeadAttention and DecoderMaskedMultiHeadAttention.
#include "ops/com.microsoft/nn/open/attention.h"

namespace etalon {
namespace {

// qk is “normalized Q * K”: scaled, or what the softmax makes of it; and a key after the query may
// have any score.
Tensor open_qk(const Call& call, const OpenAttention& attention, const Tensor& qk) {
  Tensor Y = choice(attention.by_query(qk), "qk", [&] { return full(qk.shape(), true); }, "scores",
                    {{"weights", [&] {
                        const Tensor scores = Tensor::decided(score_type, attention.scores());
                        return typed(qk.dtype(), softmax_of_rows(call, scores, qk.dtype()));
                      }}});
  Y = no_result(Y, "hidden_scores",
                [&] { return Bools(xt::equal(attention.scores(), -infinity)); });
  return attention.given_scores(Y);
}

// The text lets key and value be a past, and has a bias of all three; whether the past has it
// already is not said.
bool has_bias_of_past(const Call& call) {
  const Tensor *key = call.maybe("key"), *bias = call.maybe("bias");
  if (!key || !bias || key->rank() != 4) return false;
  const Reals parts = slice(*bias, 0, call.tensor("query").dim(2), bias->dim(0)).as<double>();
  return xt::any(Bools(xt::not_equal(parts, 0.0)));
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
  const bool biased = has_bias_of_past(open.call), twice = has_two_pasts(open.call);
  for (size_t i = 0; i < 4; ++i) {
    const Shape& shape = open.output(i).shape();
    open.output(i) = no_result(open.output(i), "bias_of_past", [&] { return full(shape, biased); });
    open.output(i) = no_result(open.output(i), "two_pasts", [&] { return full(shape, twice); });
  }
}

void open_multi_head_attention(Opening& open) {
  open_outputs(open, operands_of_multi_head_attention(open.call), "key_padding_mask");
}

// “The keys buffer is re-ordered” by groups of 16 bytes of a head's elements: onnxruntime 1.32.0
// does not on CPUs, and which runtime does is not said.
bool has_groups_of_keys(const Call& call, const Attending& of) {
  const size_t group = of.Q.dtype() == DType::float32 ? 4 : 8;
  return call.integer("past_present_share_buffer", 0) != 0 && call.maybe("past_key") &&
         of.Q.dim(3) > group;
}

void open_decoder_attention(Opening& open) {
  const Attending of = operands_of_decoder_attention(open.call);
  open_outputs(open, of, "mask_index");
  const bool grouped = has_groups_of_keys(open.call, of);
  for (const size_t i : {0, 1, 3}) {
    open.output(i) = no_result(open.output(i), "order_of_keys",
                               [&] { return full(open.output(i).shape(), grouped); });
  }
}

const Open op[] = {{"MultiHeadAttention", open_multi_head_attention},
                   {"DecoderMaskedMultiHeadAttention", open_decoder_attention}};

}  // namespace
}  // namespace etalon
