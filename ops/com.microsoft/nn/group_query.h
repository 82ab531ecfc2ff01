// The operands of GroupQueryAttention: heads, and the cache of keys and values.
#pragma once

#include "ops/com.microsoft/nn/attention.h"

namespace etalon {

// How many tokens each batch entry has: T in the cache after this step, Q of them new, in the first
// rows of query, key and value, and P = T − Q before them.
struct TokenCounts {
  std::vector<int64_t> T, Q, P;
};

struct GroupQuery {
  // Throws InvalidInput for inputs that do not fit.
  explicit GroupQuery(const Call& call);

  Tensor Q;     // [batch, num_heads, sequence_length, head_size]
  Tensor K, V;  // [batch, kv_num_heads, total_sequence_length, head_size], by absolute position
  Tensor present_key, present_value;
  Tensor new_key, new_value;  // [batch, kv_num_heads, kv_sequence_length, head_size]
  // The turns of the new tokens [batch, sequence_length, turning / 2]; none without do_rotary.
  Tensor cos = Tensor::zeros(DType::float32, {0}), sin = cos;
  TokenCounts tokens;
  std::vector<int64_t> first_row;  // which position the first row of each entry's cache is at
  Bools seen;  // whether a query sees a key: [batch, 1, sequence_length, total_sequence_length]
};

// exp(x) / (Σ exp(x) + exp(sink)): the softmax of the scores and one more, which is left out; the
// plain softmax where there is no sink.
Tensor softmax_with_sink(const Call& call, const Tensor& scores, DType T);

// The cache of keys, or of values: how its numbers are stored. Attributes and scale are those of
// `which`, "k" or "v".
class StoredCache {
 public:
  StoredCache(const Call& call, std::string_view which, DType T);
  // X [batch, heads, rows, head_size] as the cache stores it, and back.
  Tensor stored(const Tensor& X) const;
  Tensor read(const Tensor& X) const;

 private:
  Tensor scales(const Tensor& X) const;

  DType type_, T_;
  bool quantizes_;
  std::string scale_name_;
  const Tensor* scale_;
};

}  // namespace etalon
