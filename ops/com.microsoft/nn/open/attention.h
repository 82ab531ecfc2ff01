// What is open of Attention, QAttention and MultiHeadAttention.
#pragma once

#include "engine/operators/choice.h"
#include "ops/com.microsoft/nn/attention.h"

namespace etalon {

class OpenAttention {
 public:
  OpenAttention(const Call& call, const Attending& of, std::string_view mask,
                const Tensor* attention_bias);

  // Y [batch, sequence, hidden_size] with all that is open.
  Tensor output(const Tensor& Y) const;
  // Y [batch, heads, queries, size], where the mask or what is attended is not said.
  Tensor by_query(const Tensor& Y) const;
  // The same of qk [batch, heads, queries, keys], and of keys that are not attended.
  Tensor hidden(const Tensor& qk) const;

  const Reals& scores() const { return scores_; }
  Tensor given_scores(const Tensor& qk) const;
  // Which keys a query sees, all that it may weight.
  Bools seen() const { return Bools(xt::not_equal(scores_, -infinity)); }
  // Which queries' outputs satisfy a condition [batch or 1, heads or 1, queries or 1, 1].
  static Bools rows(const Bools& condition, const Tensor& Y) {
    return broadcast_array(condition, Y.shape());
  }

 private:
  Tensor filled(const Tensor& Y) const;
  Tensor scaled_by_zero(const Tensor& Y) const;
  Bools odd_mask() const;
  bool crosses() const { return of_.unidirectional && of_.K.dim(2) != of_.past + of_.Q.dim(2); }

  const Call& call_;
  const Attending& of_;
  std::string_view mask_;
  MaskedScore score_;
  Reals scores_;
};

// Y [batch, heads, queries, size] where nothing is known of the weights: any mean of the values of
// the keys, which are an array that broadcasts to [batch, heads, queries, keys], or one of the
// others.
Tensor any_weights(const Tensor& Y, std::string_view point, const Where& where, const Tensor& V,
                   const Bools& keys, const std::vector<Tensor>& others);
// NaN and 0 of Y's type.
Tensor nan_of(const Tensor& Y);
Tensor zero_of(const Tensor& Y);
// qk of a key that is hidden: a number at or near the least of its type, or one of the others.
Tensor any_hidden(const Tensor& qk, std::string_view point, const Where& where,
                  const std::vector<Tensor>& others);
// An output of a softmax whose weights are known: where values that are NaN or infinite have a
// weight of 0, the product is NaN, or the values are not read.
Tensor open_masked_values(const Tensor& Y, const Tensor& weights, const Tensor& V);
// Where Σ weight · V may exceed the type, the weights being divided by their sum at last.
Tensor open_sums_of_values(const Tensor& Y, const Tensor& weights, const Tensor& V);
// Where a score, or a step to one, may exceed the type: the softmax gives NaN, or any weights.
Tensor open_scores(const Tensor& Y, const Tensor& Q, const Tensor& K, const Tensor& V,
                   const Scale& scale, const Reals& added);
// Which elements of Y, by heads, depend on operands that are bad: on their query, or on a key or
// value that it sees. Arrays of the shapes of Q, K and V; `seen` broadcasts to the scores'.
struct BadOperands {
  Bools Q, K, V;
};
Bools reached(const BadOperands& bad, const Bools& seen);
// Scores, of which each may be what a step that exceeds the type gives.
Tensor open_given_scores(const Tensor& scores, const Tensor& Q, const Tensor& K, const Scale& scale,
                         const Reals& added);
// By the greatest score of each query [batch, heads, queries, 1]: a runtime may give keys that it
// hides the least number in place of −∞, which very low scores do not exceed by much; and where
// there are no keys, nothing is said.
Tensor open_lowest(const Tensor& Y, const Tensor& V, const Reals& greatest);

}  // namespace etalon
