// The operands of MultiHeadAttention and DecoderMaskedMultiHeadAttention, which come apart or
// packed.
#include "ops/com.microsoft/nn/attention.h"

namespace etalon {
namespace {

// The part [batch, sequence, heads, size] number `part` of X [batch, sequence, heads, parts, size],
// as [batch, sequence, heads · size].
Tensor unpacked(std::string_view input, const Tensor& X, size_t parts, size_t part) {
  const auto num_heads = X.dim(2), size = X.dim(4);
  require_shape(input, X, {X.dim(0), X.dim(1), num_heads, parts, size});
  return pick(X, 3, {part}).reshaped({X.dim(0), X.dim(1), num_heads * size});
}

struct QueryKeyValue {
  Tensor query, key, value;  // [batch, sequence, hidden_size], or a past of rank 4
};
QueryKeyValue query_key_value(const Call& call) {
  const Tensor& query = call.tensor("query");
  const Tensor *key = call.maybe("key"), *value = call.maybe("value");
  if (query.rank() == 5 && !key && !value) {
    const auto part = [&](size_t number) { return unpacked("query", query, 3, number); };
    return {part(0), part(1), part(2)};
  }
  require_rank("query", query, 3);
  if (key && !value && key->rank() == 5) {
    return {query, unpacked("key", *key, 2, 0), unpacked("key", *key, 2, 1)};
  }
  if (!key || !value) throw InvalidInput("query, key and value are packed in one, or all given");
  if (key->rank() != 4) require_rank("key", *key, 3);
  require_rank("value", *value, key->rank());
  return {query, *key, *value};
}

// The past of entry b at token k is that of the beam that cache_indirection names.
Tensor of_beams(const Tensor& past, const Tensor& cache_indirection) {
  require_rank("cache_indirection", cache_indirection, 3);
  const size_t beam_width = cache_indirection.dim(1), tokens = cache_indirection.dim(2);
  if (beam_width * cache_indirection.dim(0) != past.dim(0) || tokens < past.dim(2)) {
    throw InvalidInput("cache_indirection {} does not fit a past of the shape {}",
                       to_string(cache_indirection.shape()), to_string(past.shape()));
  }
  const std::vector<int64_t> beams = cache_indirection.ints();
  Shape index;
  Ints at = empty_array<int64_t>(past.shape());
  for (size_t i = 0; i < at.size(); ++i) {
    index = index_at(i, past.shape());
    const size_t first = index[0] / beam_width * beam_width;
    const int64_t beam = beams[index[0] * tokens + index[2]];
    if (beam < 0 || beam >= int64_t(beam_width)) {
      throw InvalidInput("beam {} is outside [0, {}]", beam, beam_width - 1).at("index");
    }
    index[0] = first + size_t(beam);
    at.flat(i) = int64_t(position_of(index, past.shape()));
  }
  return take(past, at);
}

// X + its part of the bias, from `first` on.
Tensor biased(const Tensor& X, const Tensor* bias, size_t first) {
  if (!bias) return X;
  return each(X, slice(*bias, 0, first, first + X.dim(2)),
              [](const auto& x, const auto& b) { return x + b; });
}

// Throws InvalidInput where the three do not fit.
void require_one_sequence(const QueryKeyValue& of, int64_t num_heads) {
  const auto& [query, key, value] = of;
  const size_t hidden = query.dim(2), heads = size_t(std::max<int64_t>(num_heads, 1));
  if (key.rank() == 4) {
    require_shape("key", key, {query.dim(0), heads, key.dim(2), hidden / heads});
    require_shape("value", value, {key.dim(0), heads, key.dim(2), value.dim(3)});
  } else {
    require_shape("key", key, {query.dim(0), key.dim(1), hidden});
    require_shape("value", value, {key.dim(0), key.dim(1), value.dim(2)});
  }
}

// By heads, with the bias, after the past.
Attending attending(const Call& call, const QueryKeyValue& given,
                    const Tensor* past_sequence_length) {
  const auto& [query, key, value] = given;
  const int64_t num_heads = call.integer("num_heads");
  require_one_sequence(given, num_heads);
  const size_t hidden = query.dim(2);
  const Tensor* bias = call.maybe("bias");
  if (bias) {
    const size_t v_hidden = value.rank() == 4 ? value.dim(1) * value.dim(3) : value.dim(2);
    require_shape("bias", *bias, {2 * hidden + v_hidden});
  }
  const auto by_head = [&](std::string_view input, const Tensor& X, size_t first) {
    return X.rank() == 4 ? X : split_heads(input, biased(X, bias, first), num_heads);
  };
  Attending of{by_head("query", query, 0), by_head("key", key, hidden),
               by_head("value", value, 2 * hidden)};
  put_after_past(of, call.maybe("past_key"), call.maybe("past_value"), past_sequence_length);
  if (const Tensor* cache_indirection = call.maybe("cache_indirection")) {
    const auto with_beams = [&](const Tensor& X) {
      const Tensor past = of_beams(slice(X, 2, 0, of.past), *cache_indirection);
      return concat({past, slice(X, 2, of.past, X.dim(2))}, 2);
    };
    of.K = with_beams(of.K);
    of.V = with_beams(of.V);
  }
  return of;
}

// Query, key and value of one token, which are packed where there is no key.
QueryKeyValue one_token(const Call& call) {
  const Tensor &query = call.tensor("query"), *key = call.maybe("key"),
               *value = call.maybe("value");
  require_rank("query", query, 3);
  if (query.dim(1) != 1) throw InvalidInput("query has {} tokens, not 1", query.dim(1));
  if (!key != !value) throw InvalidInput("key and value are both given, or packed with query");
  if (key) {
    if (key->rank() != 4) require_rank("key", *key, 3);
    require_rank("value", *value, key->rank());
    return {query, *key, *value};
  }
  const Tensor *past_key = call.maybe("past_key"), *past_value = call.maybe("past_value");
  if (!past_key || !past_value) throw InvalidInput("packed heads need past_key and past_value");
  require_rank("past_key", *past_key, 4);
  require_rank("past_value", *past_value, 4);
  const size_t hidden = past_key->dim(1) * past_key->dim(3);
  const size_t v_hidden = past_value->dim(1) * past_value->dim(3);
  require_shape("query", query, {query.dim(0), 1, 2 * hidden + v_hidden});
  return {slice(query, 2, 0, hidden), slice(query, 2, hidden, 2 * hidden),
          slice(query, 2, 2 * hidden, 2 * hidden + v_hidden)};
}

}  // namespace

Attending operands_of_multi_head_attention(const Call& call) {
  Attending of = attending(call, query_key_value(call), call.maybe("past_sequence_length"));
  of.unidirectional = call.flag("unidirectional");
  return of;
}

Attending operands_of_decoder_attention(const Call& call) {
  const bool shares = call.integer("past_present_share_buffer", 0) != 0;
  const Tensor* past_sequence_length = shares ? call.maybe("past_sequence_length") : nullptr;
  if (shares && call.maybe("past_key") && !past_sequence_length) {
    throw InvalidInput("past_present_share_buffer needs past_sequence_length");
  }
  const Tensor* mask_index = call.maybe("mask_index");
  if (mask_index) require_rank("mask_index", *mask_index, 2);
  const Tensor* beam_width = call.maybe("beam_width");
  if (beam_width && beam_width->item<int64_t>() > 1 && !call.maybe("cache_indirection")) {
    throw InvalidInput("{} beams need cache_indirection", beam_width->item<int64_t>());
  }
  return attending(call, one_token(call), past_sequence_length);
}

}  // namespace etalon
