// Attention: Y = softmax(softcap(scale · Q Kᵀ) + bias) V, head by head; each key and value head
// serves q_num_heads / kv_num_heads neighbouring query heads. The bias is attn_mask (where bool:
// False is -inf), and -inf for every key j that query i, at p = i + offset, does not see. A row
// whose every bias is -inf gives 0.
//   23   is_causal: j <= p, where offset = past_sequence_length
//   24   nonpad_kv_seqlen: j < nonpad_kv_seqlen, and offset = nonpad_kv_seqlen - q_sequence_length;
//        a short attn_mask is padded with -inf
//   25   left_window_size, right_window_size: p - left <= j <= p + right
#include "engine/operators/choice.h"
#include "ops/ai.onnx/nn/heads.h"

namespace etalon {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// [batch, sequence, heads · size] as [batch, heads, sequence, size].
Tensor by_heads(const Tensor& X, const Call& call, std::string_view num_heads) {
  if (X.rank() == 4) return X;
  if (X.rank() != 3) throw InvalidInput("Q, K and V have rank 3 or 4, not {}", X.rank());
  const size_t batch = X.dim(0), sequence = X.dim(1), hidden_size = X.dim(2);
  const int64_t count = call.integer(num_heads);
  if (count < 1 || hidden_size % size_t(count) != 0) {
    throw InvalidInput("{} {} does not divide the hidden size {}", num_heads, count, hidden_size);
  }
  const size_t heads = size_t(count), size = hidden_size / heads;
  if (call.as_released("attention-3d-reshape")) return X.reshaped({batch, heads, sequence, size});
  return transposed(X.reshaped({batch, sequence, heads, size}), {0, 2, 1, 3});
}

Tensor heads_joined(const Tensor& Y) {
  return transposed(Y, {0, 2, 1, 3}).reshaped({Y.dim(0), Y.dim(2), Y.dim(1) * Y.dim(3)});
}

// The past, if any, followed by what is new.
Tensor present(const Tensor* past, const Tensor& X) { return past ? concat({*past, X}, 2) : X; }

// The key or value heads as products_of_heads shares them among the query heads.
Tensor shared_out(const Call& call, const Tensor& X, size_t q_num_heads) {
  if (!call.as_released("attention-gqa-tiled") || q_num_heads <= X.dim(1) || X.dim(1) == 0)
    return X;
  return concat(std::vector<Tensor>(q_num_heads / X.dim(1), X), 1);
}

const Tensor* nonpad_kv_seqlen_of(const Call& call) {
  return call.since_version() < 24 ? nullptr : call.maybe("nonpad_kv_seqlen");
}

void require_fitting(const Call& call, const Tensor& Q, const Tensor& K, const Tensor& V) {
  if (!call.maybe("past_key") != !call.maybe("past_value")) {
    throw InvalidInput("past_key and past_value are used together or not at all");
  }
  if (K.dim(2) != V.dim(2) || K.dim(1) != V.dim(1) || Q.dim(0) != V.dim(0)) {
    throw InvalidInput("Q {}, K {} and V {} do not fit by batch, heads and sequence",
                       to_string(Q.shape()), to_string(K.shape()), to_string(V.shape()));
  }
  const Tensor* nonpad_kv_seqlen = nonpad_kv_seqlen_of(call);
  if (!nonpad_kv_seqlen) return;
  if (call.maybe("past_key")) {
    throw InvalidInput("nonpad_kv_seqlen is not used together with past_key and past_value");
  }
  require_shape("nonpad_kv_seqlen", *nonpad_kv_seqlen, {Q.dim(0)});
  for (const int64_t length : nonpad_kv_seqlen->ints()) {
    at_point("index", length < 0 || length > int64_t(K.dim(2)));
    if (length < 0 || length > int64_t(K.dim(2))) {
      throw InvalidInput("nonpad_kv_seqlen {} is outside [0, {}]", length, K.dim(2));
    }
  }
}

// attn_mask with its last axis made as long as there are keys, by -inf.
Reals padded(const Call& call, const Reals& attn_mask, size_t keys) {
  const Shape& shape = attn_mask.shape();
  if (shape.empty() || shape.back() >= keys) return attn_mask;
  if (const Tensor* nonpad_kv_seqlen = nonpad_kv_seqlen_of(call)) {
    for (const int64_t length : nonpad_kv_seqlen->ints()) {
      if (length <= int64_t(shape.back())) continue;
      throw InvalidInput("attn_mask {} is shorter than nonpad_kv_seqlen {}", to_string(shape),
                         length);
    }
  }
  Shape missing = shape;
  missing.back() = keys - shape.back();
  const Tensor hidden = Tensor::decided(DType::float64, full(missing, -infinity));
  return concat({Tensor::decided(DType::float64, attn_mask), hidden}, shape.size() - 1)
      .as<double>();
}

// attn_mask as a bias that broadcasts to the scores' shape; 0 without one.
Reals mask_bias(const Call& call, const Shape& scores) {
  const Tensor* attn_mask = call.maybe("attn_mask");
  if (!attn_mask) return scalar_array(0.0);
  Reals bias = attn_mask->as<double>();
  if (attn_mask->dtype() == DType::boolean) bias = Reals(xt::where(bias > 0.0, 0.0, -infinity));
  if (call.since_version() >= 24) bias = padded(call, bias, scores[3]);
  if (broadcast_shapes(bias.shape(), scores) != scores) {
    throw InvalidInput("attn_mask {} does not broadcast to {}", to_string(bias.shape()),
                       to_string(scores));
  }
  return bias;
}

// Whether query i sees key j: [batch or 1, 1, queries, keys].
Bools seen(const Call& call, size_t queries, size_t keys, size_t past_sequence_length) {
  const bool windowed = call.since_version() >= 25;
  const int64_t left_window = windowed ? call.integer("left_window_size") : -1;
  const int64_t right_window = windowed ? call.integer("right_window_size") : -1;
  const int64_t right = call.flag("is_causal") ? 0 : right_window;
  Ints valid = scalar_array(int64_t(keys));
  Ints offset = scalar_array(int64_t(past_sequence_length));
  if (const Tensor* nonpad_kv_seqlen = nonpad_kv_seqlen_of(call)) {
    valid = along(nonpad_kv_seqlen->as<int64_t>(), 0, 4);
    offset = valid - int64_t(queries);
  }
  const Ints p = coordinate({1, 1, queries, keys}, 2) + offset;
  const Ints j = coordinate({1, 1, queries, keys}, 3);
  Bools visible = j < valid;
  if (left_window >= 0) visible = Bools(visible && p - j <= left_window);
  if (right >= 0) visible = Bools(visible && j - p <= right);
  return visible;
}

// A score by stages: 0 scale · q·k, 1 that with softcap, 2 that with the bias.
struct Score {
  Scale scale;
  double softcap;
  Reals bias;  // of the scores' shape
  bool bias_first;

  template <class R>
  R capped(const R& x) const {
    return softcap == 0 ? x : softcap * real::tanh(x / softcap);
  }
  template <class R>
  R operator()(const R& sum, size_t position, int64_t stage) const {
    const R scaled = scale(sum);
    if (stage == 0) return scaled;
    const R offset(bias.data()[position]);
    const R next = bias_first ? scaled + offset : capped(scaled);
    if (stage == 1) return next;
    return bias_first ? capped(next) : next + offset;
  }
};

// What the softmax makes of the biased scores; rows where every bias is -inf are 0.
Tensor attention_weights(const Tensor& scores, const Reals& bias, DType T1) {
  const Tensor softmax = softmax_of_rows(scores);
  const Tensor weights = softmax.dtype() == T1 ? softmax : over_reals(T1, [&]<class R>() {
    return rounded(T1, elements_of<R>(softmax));
  });
  const Reals best = max_over(bias, {3});
  return choose(Bools(xt::equal(best, -infinity)), Tensor::zeros(T1, {}), weights);
}

// For each element of Y how many of the values that it weights satisfy the condition.
Reals values_where(const Bools& keys, const Bools& values) {
  const auto numbers = [](const Bools& each) {
    return Tensor::decided(DType::float32, Reals(xt::cast<double>(each)));
  };
  return products_of_heads(numbers(keys), numbers(values), DType::float32).as<double>();
}

// A key that the mask leaves out has weight 0, and 0 · NaN and 0 · ∞ are NaN; or its value is not
// read. Softmax as it is written takes exp of the scores themselves. Without keys there is no
// softmax.
Tensor open_attention(const Tensor& Y, const Tensor& weights, const Tensor& V,
                      const Tensor& biased) {
  if (!choices_wanted()) return Y;
  const Reals scores = biased.as<double>(), v = V.as<double>();
  const Bools masked = xt::equal(scores, -infinity);
  const auto skipped = [&](const Tensor& y, std::string_view point, const Bools& bad) {
    const Reals read = xt::where(bad, 0.0, v);
    const auto where = [&] {
      return Bools(nans(Y) && xt::equal(values_where(!masked, bad), 0.0) &&
                   values_where(masked, bad) > 0.0);
    };
    return choice(y, point, where, "multiplied", {{"skipped", [&] {
                                                     return products_of_heads(
                                                         weights, Tensor::decided(V.dtype(), read),
                                                         Y.dtype());
                                                   }}});
  };
  const Tensor nan = skipped(Y, "masked_nan", xt::isnan(v));
  const Tensor inf = skipped(nan, "masked_infinity", xt::isinf(v));
  const Tensor steps = step_or_exact(inf, "overflow", [&] {
    const Reals sums = sum_over(Reals(xt::where(masked, 0.0, xt::exp(xt::abs(scores)))), {3});
    return broadcast_array(sums, Y.shape());
  });
  return anything(steps, "no_keys", [&] { return full(Y.shape(), V.dim(2) == 0); });
}

Values attention(const Call& call) {
  const Tensor* past_key = call.maybe("past_key");
  const Tensor* past_value = call.maybe("past_value");
  const Tensor Q = by_heads(call.tensor("Q"), call, "q_num_heads");
  const Tensor K = present(past_key, by_heads(call.tensor("K"), call, "kv_num_heads"));
  const Tensor V = present(past_value, by_heads(call.tensor("V"), call, "kv_num_heads"));
  require_fitting(call, Q, K, V);
  const DType T1 = Q.dtype();
  const size_t past = past_key && !call.as_released("attention-causal-past") ? past_key->dim(2) : 0;
  const int64_t mode = call.integer("qk_matmul_output_mode");
  if (mode < 0 || mode > 3) throw InvalidInput("qk_matmul_output_mode {} is outside [0, 3]", mode);
  const Tensor keys = shared_out(call, K, Q.dim(1));
  const Shape shape = shape_of_heads(Q, keys, true);
  const Reals mask = mask_bias(call, shape);
  const Reals bias = broadcast_array(
      Reals(xt::where(seen(call, Q.dim(2), K.dim(2), past), mask, mask - infinity)), shape);
  const Score score{Scale(call, Q), call.real("softcap"), bias,
                    call.as_released("attention-softcap-after-mask")};
  const auto scores = [&](int64_t stage, DType type) {
    return products_of_heads(Q, keys, true, type, [&]<class R>(const R& sum, size_t position) -> R {
      return score(sum, position, stage);
    });
  };
  // "The floating-point precision used in softmax computation. If softmax precision is not
  // provided, the same precision as the input of softmax (Q and K) is used", "and then cast back
  // to the original type".
  const Tensor biased = scores(2, softmax_precision(call, T1));
  const Tensor weights = attention_weights(biased, bias, T1);
  Value qk_matmul_output;
  if (call.wants("qk_matmul_output")) qk_matmul_output = mode == 3 ? weights : scores(mode, T1);
  const Tensor values = shared_out(call, V, Q.dim(1));
  const Tensor Y = open_attention(products_of_heads(weights, values, T1), weights, values, biased);
  return {call.tensor("Q").rank() == 3 ? heads_joined(Y) : Y, K, V, qk_matmul_output};
}

const Operator op("Attention", attention, {23, 24, 25});

}  // namespace
}  // namespace etalon
