// Attention: Y = softmax(softcap(scale · Q Kᵀ) + bias) V, head by head; each key and value head
// serves q_num_heads / kv_num_heads neighbouring query heads. The bias is attn_mask (where bool:
// False is -inf) plus -inf for every key j that query i, at p = i + offset, does not see. A row
// whose every bias is -inf gives 0.
//   23   is_causal: j <= p, where offset = past_sequence_length
//   24   nonpad_kv_seqlen: j < nonpad_kv_seqlen, and offset = nonpad_kv_seqlen - q_sequence_length;
//        a short attn_mask is padded with -inf
//   25   left_window_size, right_window_size: p - left <= j <= p + right
#include "ops/ai.onnx/nn/heads.h"

#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// [batch, sequence, heads · size] as [batch, heads, sequence, size].
Tensor by_heads(const Tensor& X, const Call& call, std::string_view num_heads) {
  if (X.rank() == 4) return X;
  if (X.rank() != 3) throw InvalidInput("Q, K and V have rank 3 or 4, not {}", X.rank());
  const int64_t heads = call.integer(num_heads);
  const auto hidden_size = static_cast<int64_t>(X.dim(2));
  if (heads < 1 || hidden_size % heads != 0) {
    throw InvalidInput("{} {} does not divide the hidden size {}", num_heads, heads, hidden_size);
  }
  const auto n = static_cast<size_t>(heads);
  if (call.as_released("attention-3d-reshape")) {
    return X.reshaped({X.dim(0), n, X.dim(1), X.dim(2) / n});
  }
  return transposed(X.reshaped({X.dim(0), X.dim(1), n, X.dim(2) / n}), {0, 2, 1, 3});
}

Tensor heads_joined(const Tensor& Y) {
  return transposed(Y, {0, 2, 1, 3}).reshaped({Y.dim(0), Y.dim(2), Y.dim(1) * Y.dim(3)});
}

const Tensor* nonpad_of(const Call& call) {
  return call.since_version() < 24 ? nullptr : call.maybe("nonpad_kv_seqlen");
}

// The key or value heads as multiply_heads shares them among the query heads.
Tensor shared_out(const Call& call, const Tensor& X, size_t q_num_heads) {
  if (!call.as_released("attention-gqa-tiled") || q_num_heads <= X.dim(1) || X.dim(1) == 0)
    return X;
  return concat(std::vector<Tensor>(q_num_heads / X.dim(1), X), 1);
}

// The past, if any, followed by what is new.
Tensor present(const Tensor* past, const Tensor& X) { return past ? concat({*past, X}, 2) : X; }

void require_fitting(const Call& call, const Tensor& Q, const Tensor& K, const Tensor& V) {
  if (!call.maybe("past_key") != !call.maybe("past_value")) {
    throw InvalidInput("past_key and past_value are used together or not at all");
  }
  if (K.dim(2) != V.dim(2) || K.dim(1) != V.dim(1) || Q.dim(0) != V.dim(0)) {
    throw InvalidInput("Q {}, K {} and V {} do not fit by batch, heads and sequence",
                       to_string(Q.shape()), to_string(K.shape()), to_string(V.shape()));
  }
  const Tensor* nonpad = nonpad_of(call);
  if (!nonpad) return;
  if (call.maybe("past_key")) {
    throw InvalidInput("nonpad_kv_seqlen is not used together with past_key and past_value");
  }
  if (nonpad->shape() != Shape{Q.dim(0)}) {
    throw InvalidInput("nonpad_kv_seqlen has the shape {} for a batch of {}",
                       to_string(nonpad->shape()), Q.dim(0));
  }
  for (const int64_t length : nonpad->ints()) {
    if (length < 0 || length > static_cast<int64_t>(K.dim(2))) {
      throw InvalidInput("nonpad_kv_seqlen {} is outside [0, {}]", length, K.dim(2));
    }
  }
}

// attn_mask as a bias, of as many leading axes as it has, that broadcasts to [batch_size,
// q_num_heads, q_sequence_length, total_sequence_length].
Tensor mask_bias(const Call& call, size_t total_sequence_length) {
  const Tensor* attn_mask = call.maybe("attn_mask");
  if (!attn_mask) return scalar(DType::float64, 0.0);
  Reals bias = attn_mask->as<double>();
  if (attn_mask->dtype() == DType::boolean) bias = Reals(xt::where(bias > 0.0, 0.0, -infinity));
  Tensor mask = Tensor::of(DType::float64, bias);
  if (call.since_version() < 24 || mask.rank() == 0) return mask;
  Shape padding = mask.shape();
  if (padding.back() >= total_sequence_length) return mask;
  for (const int64_t length : nonpad_of(call) ? nonpad_of(call)->ints() : std::vector<int64_t>()) {
    if (length > static_cast<int64_t>(padding.back())) {
      throw InvalidInput("attn_mask {} is shorter than nonpad_kv_seqlen {}",
                         to_string(mask.shape()), length);
    }
  }
  padding.back() = total_sequence_length - padding.back();
  return concat({mask, Tensor::of(DType::float64, full(padding, -infinity))}, mask.rank() - 1);
}

// Which keys a query sees: those below `valid`, and around p = query + offset from `left` before to
// `right` after; -1 is without end.
struct Sight {
  int64_t valid, offset, left, right;
  bool reaches(int64_t query, int64_t key) const {
    const int64_t p = query + offset;
    const bool too_early = left >= 0 && p - key > left;
    const bool too_late = right >= 0 && key - p > right;
    return key < valid && !too_early && !too_late;
  }
};

// For each batch entry, or one for all of them.
std::vector<Sight> sights(const Call& call, size_t q_sequence_length, size_t total_sequence_length,
                          size_t past_sequence_length) {
  const bool windowed = call.since_version() >= 25;
  const int64_t left = windowed ? call.integer("left_window_size") : -1;
  const int64_t any_right = windowed ? call.integer("right_window_size") : -1;
  const int64_t right = call.flag("is_causal") ? 0 : any_right;
  const Tensor* nonpad_kv_seqlen = nonpad_of(call);
  if (!nonpad_kv_seqlen) {
    const size_t past = call.as_released("attention-causal-past") ? 0 : past_sequence_length;
    return {{int64_t(total_sequence_length), int64_t(past), left, right}};
  }
  std::vector<Sight> sights;
  for (const int64_t valid : nonpad_kv_seqlen->ints()) {
    sights.push_back({valid, valid - int64_t(q_sequence_length), left, right});
  }
  return sights;
}

// The bias of scores of `shape`, which it broadcasts to.
Reals attention_bias(const Call& call, const Shape& shape, size_t past_sequence_length) {
  const size_t queries = shape[2], keys = shape[3];
  const Tensor mask = mask_bias(call, keys);
  if (broadcast_shape(mask.shape(), shape) != shape) {
    throw InvalidInput("attn_mask {} does not broadcast to {}", to_string(mask.shape()),
                       to_string(shape));
  }
  const std::vector<Sight> all = sights(call, queries, keys, past_sequence_length);
  const Shape least{all.size(), 1, queries, keys};
  Reals bias = broadcast_to(mask, broadcast_shape(mask.shape(), least)).as<double>();
  double* element = bias.data();
  for (size_t b = 0; b < bias.shape()[0]; ++b) {
    const Sight& sight = all[all.size() == 1 ? 0 : b];
    for (size_t row = 0; row < bias.shape()[1] * queries; ++row) {
      for (size_t j = 0; j < keys; ++j, ++element) {
        if (!sight.reaches(int64_t(row % queries), int64_t(j))) *element += -infinity;
      }
    }
  }
  return bias;
}

DType softmax_precision(const Call& call, DType otherwise) {
  if (!call.has("softmax_precision")) return otherwise;
  const int64_t type = call.integer("softmax_precision");
  for (const DType precision : {DType::float32, DType::float16, DType::float64, DType::bfloat16}) {
    if (type == static_cast<int64_t>(precision)) return precision;
  }
  throw InvalidInput("softmax_precision {} is not 1, 10, 11 or 16", type);
}

// scale · Q Kᵀ
Reals scaled_scores(const Call& call, const Tensor& Q, const Tensor& K) {
  const Tensor Kt = transposed(K, {0, 1, 3, 2});
  const bool compensated = Q.dtype() == DType::float64;
  const Reals QK = multiply_heads(Q.as<double>(), Kt.as<double>(), compensated);
  if (call.has("scale")) return QK * call.real("scale");
  return QK / std::sqrt(static_cast<double>(Q.dim(3)));
}

Reals softcapped(const Reals& scores, double softcap) {
  if (softcap == 0) return scores;
  return softcap * xt::tanh(scores / softcap);
}

// What the softmax makes of the biased scores; rows where every bias is -inf are 0.
Reals attention_weights(const Call& call, const Reals& scores, const Reals& bias, DType T1) {
  // "The floating-point precision used in softmax computation. If softmax precision is not
  // provided, the same precision as the input of softmax (Q and K) is used", "and then cast back
  // to the original type".
  const DType precision = softmax_precision(call, T1);
  const Reals softmax = round_to(precision, softmax_of_rows(round_to(precision, scores)));
  const Reals best = max_over(bias, {3});
  return round_to(T1, Reals(xt::where(xt::equal(best, -infinity), 0.0, softmax)));
}

Values attention(const Call& call) {
  const bool joined = call.tensor("Q").rank() == 3;
  const Tensor* past_key = call.maybe("past_key");
  const Tensor Q = by_heads(call.tensor("Q"), call, "q_num_heads");
  const Tensor K = present(past_key, by_heads(call.tensor("K"), call, "kv_num_heads"));
  const Tensor V =
      present(call.maybe("past_value"), by_heads(call.tensor("V"), call, "kv_num_heads"));
  require_fitting(call, Q, K, V);
  const DType T1 = Q.dtype();
  const int64_t mode = call.integer("qk_matmul_output_mode");
  if (mode < 0 || mode > 3) throw InvalidInput("qk_matmul_output_mode {} is outside [0, 3]", mode);
  Value qk_matmul_output;
  const auto stage = [&](int64_t number, Reals x) {
    if (number == mode && call.wants("qk_matmul_output")) qk_matmul_output = Tensor::of(T1, x);
    return x;
  };

  Reals scores = stage(0, scaled_scores(call, Q, shared_out(call, K, Q.dim(1))));
  const Reals bias = attention_bias(call, scores.shape(), past_key ? past_key->dim(2) : 0);
  const double softcap = call.real("softcap");
  const bool mask_first = call.as_released("attention-softcap-after-mask");
  scores = stage(1, mask_first ? Reals(scores + bias) : softcapped(scores, softcap));
  scores = stage(2, mask_first ? softcapped(scores, softcap) : Reals(scores + bias));
  const Reals weights = stage(3, attention_weights(call, scores, bias, T1));
  const bool compensated = T1 == DType::float64;
  const Reals values = shared_out(call, V, Q.dim(1)).as<double>();
  const Tensor Y = Tensor::of(T1, multiply_heads(weights, values, compensated));
  return {joined ? heads_joined(Y) : Y, K, V, qk_matmul_output};
}

const Operator op("Attention", attention, {23, 24, 25});

}  // namespace
}  // namespace etalon
