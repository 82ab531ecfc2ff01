#include "ops/ai.onnx/nn/rotary.h"
#include "ops/com.microsoft/nn/group_query.h"

namespace etalon {
namespace {

// Query, key and value [batch, sequence, heads, head_size].
struct Tokens {
  Tensor query, key, value;
};

Tensor heads_by_token(std::string_view input, const Tensor& X, int64_t heads, size_t head_size) {
  const size_t count = size_t(std::max<int64_t>(heads, 0));
  require_shape(input, X, {any_size, any_size, count * head_size});
  return X.reshaped({X.dim(0), X.dim(1), count, head_size});
}

Tokens tokens_of(const Call& call) {
  const int64_t num_heads = call.integer("num_heads"), kv_num_heads = call.integer("kv_num_heads");
  const Tensor& query = call.tensor("query");
  const Tensor *key = call.maybe("key"), *value = call.maybe("value");
  require_rank("query", query, 3);
  if (!key != !value) throw InvalidInput("key and value are both given, or packed with query");
  const int64_t all_heads = key ? num_heads : num_heads + 2 * kv_num_heads;
  if (num_heads < 1 || kv_num_heads < 1 || query.dim(2) % size_t(all_heads) != 0) {
    throw InvalidInput("{} heads do not divide query of the shape {}", all_heads,
                       to_string(query.shape()));
  }
  const size_t head_size = query.dim(2) / size_t(all_heads);
  const Tensor heads = heads_by_token("query", query, all_heads, head_size);
  if (key) {
    return {heads, heads_by_token("key", *key, kv_num_heads, head_size),
            heads_by_token("value", *value, kv_num_heads, head_size)};
  }
  const size_t q = size_t(num_heads), kv = size_t(kv_num_heads);
  return {slice(heads, 2, 0, q), slice(heads, 2, q, q + kv), slice(heads, 2, q + kv, q + 2 * kv)};
}

// Each head of X by its root mean square, times the weight.
Tensor normalized(const Call& call, const Tensor& X, std::string_view weight,
                  std::string_view own_epsilon) {
  const Tensor* given = call.maybe(weight);
  if (!given) return X;
  require_shape(weight, *given, {X.dim(3)});
  const double epsilon = call.real(own_epsilon, call.real("qk_norm_epsilon"));
  return by_sets(X, {3}, [&]<class R>(const Array<R>& x, const Sets& sets) {
    const Array<R> RMS = real::sqrt(mean_over(real::square(x)) + epsilon);
    return Array<R>(x / RMS * sets.elements<R>(*given));
  });
}

// One number for each batch entry.
std::vector<int64_t> by_entry(std::string_view input, const Tensor& X, size_t batch) {
  if (X.shape() != Shape{batch, 1}) require_shape(input, X, {batch});
  return X.ints();
}

TokenCounts counts_of(const Call& call, size_t batch, size_t sequence, int64_t total) {
  const auto S = int64_t(sequence);
  TokenCounts counts;
  counts.T = by_entry("seqlens_k", call.tensor("seqlens_k"), batch);
  const Tensor* query_seqlens = call.maybe("query_seqlens");
  if (query_seqlens) counts.Q = by_entry("query_seqlens", *query_seqlens, batch);
  for (size_t b = 0; b < batch; ++b) {
    int64_t& T = counts.T[b];
    if (T < 0 || T >= total) {
      throw InvalidInput("seqlens_k {} is outside [0, {}]", T, total - 1).at("index");
    }
    const int64_t most = std::min(S, ++T);
    if (!query_seqlens) counts.Q.push_back(most);
    if (counts.Q[b] < 0 || counts.Q[b] > most) {
      throw InvalidInput("query_seqlens {} is outside [0, {}]", counts.Q[b], most).at("index");
    }
    counts.P.push_back(T - counts.Q[b]);
  }
  return counts;
}

// The position of each token in the caches of cos and sin.
std::vector<size_t> positions_of(const Call& call, const TokenCounts& counts, size_t sequence,
                                 bool is_first_prompt) {
  const size_t batch = counts.P.size();
  const Tensor* position_ids = call.maybe("position_ids");
  if (position_ids) require_shape("position_ids", *position_ids, {batch, sequence});
  const std::vector<int64_t> ids = position_ids ? position_ids->ints() : std::vector<int64_t>();
  const auto rows = int64_t(call.tensor("cos_cache").dim(0));
  std::vector<size_t> positions;
  for (size_t b = 0; b < batch; ++b) {
    for (size_t s = 0; s < sequence; ++s) {
      const auto row = int64_t(s);
      int64_t position = counts.P[b] + row;
      // "When processing the first prompt the kernel uses only the first element".
      if (position_ids) position = is_first_prompt ? ids[0] + row : ids[b * sequence + s];
      if (row >= counts.Q[b]) position = std::clamp<int64_t>(position, 0, rows - 1);  // padding
      if (position < 0 || position >= rows) {
        throw InvalidInput("position {} is outside [0, {}]", position, rows - 1).at("index");
      }
      positions.push_back(size_t(position));
    }
  }
  return positions;
}

// Query and key turned by their positions, by these cosines and sines.
std::pair<Tensor, Tensor> turn(const Call& call, Tokens& tokens, const TokenCounts& counts,
                               bool is_first_prompt) {
  const Tensor *cos = call.maybe("cos_cache"), *sin = call.maybe("sin_cache");
  if (!cos || !sin) throw InvalidInput("do_rotary needs cos_cache and sin_cache");
  require_rank("cos_cache", *cos, 2);
  require_shape("sin_cache", *sin, cos->shape());
  const size_t batch = tokens.query.dim(0), sequence = tokens.query.dim(1), half = cos->dim(1);
  if (2 * half > tokens.query.dim(3) || cos->dim(0) == 0) {
    throw InvalidInput("cos_cache of the shape {} does not fit a head size of {}",
                       to_string(cos->shape()), tokens.query.dim(3));
  }
  const std::vector<size_t> rows = positions_of(call, counts, sequence, is_first_prompt);
  const auto by_position = [&](const Tensor& cache) {
    return pick(cache, 0, rows).reshaped({batch, sequence, half});
  };
  const bool interleaved = call.integer("rotary_interleaved", 0) != 0;
  const Tensor c = by_position(*cos), s = by_position(*sin);
  tokens.query = turned(tokens.query, c, s, 2 * half, interleaved);
  if (tokens.key.dim(1) > 0) tokens.key = turned(tokens.key, c, s, 2 * half, interleaved);
  return {c, s};
}

// Which absolute position row 0 of the cache holds where an entry has T tokens: 0, or with
// sliding_window_cache T − L(T), as the text has it.
class FirstPosition {
 public:
  FirstPosition(const Call& call, const Tensor* past) : slides_(call.flag("sliding_window_cache")) {
    if (!slides_) return;
    W_ = call.integer("local_window_size");
    if (!past) throw InvalidInput("sliding_window_cache needs past_key and past_value");
    require_rank("past_key", *past, 4);
    C_ = int64_t(past->dim(2));
    if (W_ < 1 || C_ < W_) {
      throw InvalidInput("a window of {} does not fit a cache of {} rows", W_, C_);
    }
  }
  int64_t operator()(int64_t T) const {
    if (!slides_ || T <= C_) return 0;
    const int64_t G = C_ - W_ + 1;
    return G * ((T - C_ + G - 1) / G);
  }
  bool slides() const { return slides_; }

 private:
  bool slides_;
  int64_t W_ = 0, C_ = 0;
};

// Keys or values by absolute position, and the cache afterwards.
struct Cached {
  Tensor all, present;
};
Cached cached(const Tensor* past, const Tensor& X, const TokenCounts& counts, size_t total,
              const FirstPosition& first) {
  const size_t capacity = past ? past->dim(2) : 0;
  const bool shared = X.dim(2) == 0;  // the cache has all tokens already
  const Tensor both = past ? concat({*past, X}, 2) : X;
  const auto row_of = [&](size_t b, int64_t position) -> int64_t {
    const int64_t before = shared ? counts.T[b] : counts.P[b];
    if (position < before) return position - first(before);  // negative if it has left the window
    return position < counts.T[b] ? int64_t(capacity) + position - before : -1;
  };
  const size_t rows = first.slides() ? capacity : std::max(capacity, total);
  return {cache_rows(both, total, [&](size_t b, size_t j) { return row_of(b, int64_t(j)); }),
          cache_rows(both, rows, [&](size_t b, size_t r) {
            return row_of(b, first(counts.T[b]) + int64_t(r));
          })};
}

Bools seen_keys(const Call& call, const TokenCounts& counts, size_t sequence, size_t total) {
  const size_t batch = counts.T.size();
  const bool causal = call.flag("causal");
  const int64_t window = call.integer("local_window_size");
  Bools seen = empty_array<bool>({batch, 1, sequence, total});
  for (size_t b = 0; b < batch; ++b) {
    for (size_t s = 0; s < sequence; ++s) {
      const int64_t p = counts.P[b] + int64_t(s);
      for (size_t key = 0; key < total; ++key) {
        const auto j = int64_t(key);
        seen(b, 0, s, key) =
            j < counts.T[b] && (!causal || j <= p) && (window < 0 || p - j < window);
      }
    }
  }
  return seen;
}

void require_attributes(const Call& call) {
  const int64_t causal = call.integer("causal"), window = call.integer("local_window_size");
  if (causal != 0 && causal != 1) throw InvalidInput("causal is {}, not 0 or 1", causal);
  if (causal == 0 && window != -1) throw InvalidInput("local_window_size {} needs causal", window);
  for (const char* epsilon : {"q_norm_epsilon", "k_norm_epsilon"}) {
    const double value = call.real(epsilon, 1);
    if (value > 0 && std::isfinite(value)) continue;
    throw InvalidInput("{} is {}, not finite and positive", epsilon, value);
  }
  if (!call.maybe("q_norm_weight") != !call.maybe("k_norm_weight")) {
    throw InvalidInput("q_norm_weight and k_norm_weight are used together or not at all");
  }
}

// The rows of past_key and past_value, 0 where there are none. Throws InvalidInput where they
// differ.
int64_t rows_of_past(const Call& call) {
  const Tensor *past_key = call.maybe("past_key"), *past_value = call.maybe("past_value");
  if (!past_key != !past_value) {
    throw InvalidInput("past_key and past_value are used together or not at all");
  }
  if (!past_key) return 0;
  require_rank("past_key", *past_key, 4);
  const size_t rows = past_key->dim(2);
  require_shape("past_value", *past_value, {any_size, any_size, rows, any_size});
  return int64_t(rows);
}

// What the text requires of calls with query_seqlens; the padded chunk is to have room in the
// cache, which has `capacity` rows.
void require_chunk(const Call& call, const Tokens& tokens, const TokenCounts& counts,
                   int64_t capacity, bool slides) {
  if (!(call.maybe("past_key") && call.flag("causal"))) {
    throw InvalidInput("query_seqlens needs causal, past_key and past_value");
  }
  const auto S = int64_t(tokens.query.dim(1));
  if (int64_t(tokens.key.dim(1)) != S) {
    throw InvalidInput("query_seqlens needs a new key for each query");
  }
  for (const int64_t P : counts.P) {
    if (slides || P + S <= capacity) continue;
    throw InvalidInput("a cache of {} rows has no room for {} rows after {} tokens", capacity, S,
                       P);
  }
}

// Throws InvalidInput for a cache that does not fit.
void require_cache(const Call& call, const Tokens& tokens, const TokenCounts& counts, int64_t total,
                   const FirstPosition& first) {
  const int64_t rows = rows_of_past(call);
  const size_t batch = tokens.query.dim(0), sequence = tokens.query.dim(1);
  if (tokens.key.dim(1) != 0 && tokens.key.dim(1) != sequence) {
    throw InvalidInput("there are {} new keys for {} queries", tokens.key.dim(1), sequence);
  }
  if (!first.slides() && total < int64_t(sequence)) {
    throw InvalidInput("total_sequence_length is {} for {} queries", total, sequence);
  }
  if (call.maybe("query_seqlens")) {
    require_chunk(call, tokens, counts, std::max(rows, total), first.slides());
  } else if (call.maybe("past_key") && batch > 1 && sequence > 1 && total > int64_t(sequence)) {
    throw InvalidInput("{} queries after a past need a batch of 1, or query_seqlens", sequence);
  }
  for (size_t b = 0; b < batch; ++b) {
    const int64_t before = tokens.key.dim(1) == 0 ? counts.T[b] : counts.P[b];
    if (before - first(before) > rows) {
      throw InvalidInput("a past of {} rows does not hold {} earlier tokens", rows, before);
    }
  }
}

}  // namespace

GroupQuery::GroupQuery(const Call& call) {
  require_attributes(call);
  Tokens given = tokens_of(call);
  const size_t batch = given.query.dim(0), sequence = given.query.dim(1);
  const int64_t total = call.tensor("total_sequence_length").item<int64_t>();
  const Tensor *past_key = call.maybe("past_key"), *past_value = call.maybe("past_value");
  const FirstPosition first(call, past_key);
  tokens = counts_of(call, batch, sequence, total);
  for (const int64_t T : tokens.T) first_row.push_back(first(T));
  require_cache(call, given, tokens, total, first);
  given.query = normalized(call, given.query, "q_norm_weight", "q_norm_epsilon");
  given.key = normalized(call, given.key, "k_norm_weight", "k_norm_epsilon");
  const bool is_first_prompt = !call.maybe("query_seqlens") && total == int64_t(sequence);
  if (call.integer("do_rotary", 0) != 0) {
    std::tie(cos, sin) = turn(call, given, tokens, is_first_prompt);
  }
  const auto by_head = [](const Tensor& X) { return transposed(X, {0, 2, 1, 3}); };
  Q = by_head(given.query);
  new_key = by_head(given.key);
  new_value = by_head(given.value);
  const auto cache = [&](std::string_view which, const Tensor* past, const Tensor& X) {
    const StoredCache store(call, which, X.dtype());
    Cached both = cached(past, store.stored(X), tokens, size_t(total), first);
    both.all = store.read(both.all);
    return both;
  };
  const Cached key = cache("k", past_key, new_key), value = cache("v", past_value, new_value);
  K = key.all;
  V = value.all;
  present_key = key.present;
  present_value = value.present;
  seen = seen_keys(call, tokens, sequence, size_t(total));
}

}  // namespace etalon
