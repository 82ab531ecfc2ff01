// What Attention, QAttention, MultiHeadAttention and DecoderMaskedMultiHeadAttention share:
// operands by heads, caches, and the scores with what masks add to them.
#pragma once

#include "ops/ai.onnx/nn/attention.h"

namespace etalon {

// The text names no type of scores and weights. They are kept in the widest of the operators'.
inline constexpr DType score_type = DType::float32;

// X [batch, sequence, heads · size] as [batch, heads, sequence, size]. Throws InvalidInput, naming
// the input, where the heads do not divide it.
Tensor split_heads(std::string_view input, const Tensor& X, int64_t num_heads);

// Rows of a cache [batch, heads, rows, size]: row r of entry b is row `from(b, r)` of X's entry b,
// or zeros where that is −1.
using RowOf = std::function<int64_t(size_t b, size_t r)>;
Tensor cache_rows(const Tensor& X, size_t rows, const RowOf& from);

// What attends to what. K and V begin with `past` earlier tokens.
struct Attending {
  Tensor Q, K, V;  // [batch, heads, sequence, size]
  bool unidirectional = false;
  size_t past = 0;
  Value present_key = {}, present_value = {};
  Shape scores() const { return shape_of_heads(Q, K, true); }
};
Attending operands_of_multi_head_attention(const Call& call);
Attending operands_of_decoder_attention(const Call& call);
// Of Attention: Q, K and V are parts of input · weights + bias. Of QAttention: the same of
// quantized numbers.
Attending operands_of_attention(const Call& call);
Attending operands_of_quantized_attention(const Call& call);
// present [2, batch, heads, tokens, size] of the two; absent where it is not wanted.
Value present_of(const Call& call, const Attending& of);

// Puts a past [batch, heads, tokens, size], if there is one, before K and V. With
// past_sequence_length it is a buffer of which so many tokens are used, and the presents are the
// buffers with K and V after these.
void put_after_past(Attending& of, const Tensor* past_key, const Tensor* past_value,
                    const Tensor* past_sequence_length);

// What a mask adds to the scores, of a shape that broadcasts to theirs: mask_filter_value for keys
// that it leaves out and, if unidirectional, −∞ for those after the query.
Reals mask_of(const Call& call, std::string_view mask, const Attending& of);
// Which keys the mask keeps: where it is positive, or by the ranges that it gives.
Bools kept_keys(const Call& call, std::string_view mask, const Attending& of);

// Positions in an array of a shape that broadcasts to the scores', by the scores' positions.
class ByScore {
 public:
  ByScore(const Shape& shape, const Shape& scores) : scores_(scores), strides_(scores.size(), 0) {
    size_t step = 1;
    for (size_t i = 1; i <= shape.size(); ++i) {  // from the last axis
      const size_t size = shape[shape.size() - i];
      if (size != 1) strides_[scores.size() - i] = step;
      step *= size;
    }
  }
  size_t operator()(size_t position) const {
    size_t at = 0;
    for (size_t axis = scores_.size(); axis-- > 0; position /= scores_[axis]) {
      at += position % scores_[axis] * strides_[axis];
    }
    return at;
  }

 private:
  Shape scores_;
  std::vector<size_t> strides_;
};

// attention_bias [batch or 1, heads or 1, queries, keys]; 0 without one. Throws InvalidInput for
// another shape.
class AttentionBias {
 public:
  AttentionBias(const Tensor* attention_bias, const Shape& scores);
  template <class R>
  R at(size_t position) const {
    return bias_.at<R>(by_score_(position));
  }
  // Of the scores' shape.
  Reals all() const { return broadcast_array(bias_.values(), scores_); }

 private:
  Shape scores_;
  Reader bias_;
  ByScore by_score_;
};

// Attribute `scale`; 0 is as good as none.
Scale scale_of(const Call& call, const Tensor& Q);

// A score from the product of a query and a key: scale · Q Kᵀ + mask + attention_bias.
struct MaskedScore {
  MaskedScore(const Call& call, std::string_view mask_input, const Tensor* attention_bias,
              const Attending& of);
  template <class R>
  R operator()(const R& q_times_k, size_t position) const {
    return scale(q_times_k) + (R(mask_at(position)) + bias.at<R>(position));
  }
  double mask_at(size_t position) const { return mask.flat(by_score(position)); }

  Scale scale;
  Reals mask;
  ByScore by_score;  // the mask
  AttentionBias bias;
};

}  // namespace etalon
