// GroupQueryAttention.
#include "ops/com.microsoft/nn/open/group_query.h"

namespace etalon {
namespace {

// The scores, −∞ for keys that a query does not see.
Tensor scores_of(const Call& call, const GroupQuery& of, const Bools& seen, const Scale& scale,
                 bool caps_bias = false) {
  const double softcap = call.real("softcap", 0);
  const AttentionBias bias(call.maybe("attention_bias"), seen.shape());
  const auto capped = [&]<class R>(const R& x) -> R {
    return softcap == 0 ? x : softcap * real::tanh(x / softcap);
  };
  return products_of_heads(
      of.Q, of.K, true, score_type, [&]<class R>(const R& q_times_k, size_t at) -> R {
        if (!seen.flat(at)) return R(-infinity);
        const R scaled = scale(q_times_k), added = bias.at<R>(at);
        return caps_bias ? capped(R(scaled + added)) : R(capped(scaled) + added);
      });
}
Tensor scores_of(const Call& call, const GroupQuery& of, const Bools& seen) {
  return scores_of(call, of, seen, scale_of(call, of.Q));
}

// Rows of each batch entry from `counts` on, as an array of Y's shape with the rows along `axis`.
Bools rows_from(const std::vector<int64_t>& counts, const Shape& shape, size_t axis) {
  const Ints entry = coordinate(shape, 0), row = coordinate(shape, axis);
  Bools beyond = full(shape, false);
  for (size_t i = 0; i < beyond.size(); ++i) {
    beyond.flat(i) = row.flat(i) >= counts[size_t(entry.flat(i))];
  }
  return beyond;
}

// How many rows of the cache hold tokens afterwards.
std::vector<int64_t> resident(const Call& call, const GroupQuery& of) {
  std::vector<int64_t> L = of.tokens.T;
  if (!call.flag("sliding_window_cache")) return L;
  const auto C = int64_t(of.present_key.dim(2)), G = C - call.integer("local_window_size") + 1;
  for (int64_t& T : L) {
    if (T > C) T -= G * ((T - C + G - 1) / G);
  }
  return L;
}

// "left_window_size" is the name of a window that a query itself is not counted in.
Tensor open_window(const Call& call, const GroupQuery& of, const Bools& seen, const Tensor& Y) {
  const int64_t window = call.integer("local_window_size");
  return either_of(Y, "window", "with_itself", "beside_itself", [&] {
    if (window < 0 || call.flag("sliding_window_cache")) return Y.with_side(nullptr);
    Bools more = seen;
    const Ints entry = coordinate(seen.shape(), 0), row = coordinate(seen.shape(), 2);
    const Ints key = coordinate(seen.shape(), 3);
    for (size_t i = 0; i < more.size(); ++i) {
      const size_t b = size_t(entry.flat(i));
      const int64_t p = of.tokens.P[b] + row.flat(i), j = key.flat(i);
      more.flat(i) = more.flat(i) || (p - j == window && j < of.tokens.T[b]);
    }
    const Tensor weights = softmax_with_sink(call, scores_of(call, of, more), Y.dtype());
    return products_of_heads(weights, of.V, Y.dtype());
  });
}

// Softcap is “for attention weights”: before attention_bias is added, or after.
Tensor open_softcap(const Call& call, const GroupQuery& of, const Bools& seen, const Tensor& Y) {
  if (call.real("softcap", 0) == 0 || !call.maybe("attention_bias")) return Y;
  return either_of(Y, "softcap", "before_bias", "after_bias", [&] {
    const Tensor scores = scores_of(call, of, seen, scale_of(call, of.Q), true);
    return products_of_heads(softmax_with_sink(call, scores, Y.dtype()), of.V, Y.dtype());
  });
}

// A scale of 0 may be a “custom scale” like others, of which all products are 0.
Tensor open_scale_of_zero(const Call& call, const GroupQuery& of, const Bools& seen,
                          const Tensor& Y) {
  const Scale given(call, of.Q);
  if (!given.given || *given.given != 0) return Y;
  return either_of(Y, "scale_zero", "default", "zero", [&] {
    const Tensor scores = scores_of(call, of, seen, given);
    return products_of_heads(softmax_with_sink(call, scores, Y.dtype()), of.V, Y.dtype());
  });
}

// The output where head_sink itself is added to the denominator, not its exponential.
Tensor with_plain_sink(const GroupQuery& of, const Tensor& scores, const Tensor& head_sink,
                       DType T) {
  const Reals x = scores.as<double>();
  const Reals greatest =
      by_element(max_over(x, {3}), [](double m) { return std::isfinite(m) ? m : 0; });
  const Reals e = xt::exp(x - greatest);
  const Reals sink = head_sink.reshaped({1, head_sink.size(), 1, 1}).as<double>();
  const Reals weights = e / (sum_over(e, {3}) + sink * xt::exp(-greatest));
  return products_of_heads(Tensor::decided(score_type, weights), of.V, T);
}

// “A smooth factor adding to the denominator”; and which factor smooth_softmax is, is not said.
Tensor open_sink(const Call& call, const GroupQuery& of, const Tensor& scores, const Tensor& Y) {
  const Tensor* head_sink = call.maybe("head_sink");
  const Tensor open = no_result(
      Y, "smooth_softmax", [&] { return full(Y.shape(), call.integer("smooth_softmax") > 0); });
  if (!head_sink) return open;
  return either_of(open, "head_sink", "exponential", "itself",
                   [&] { return with_plain_sink(of, scores, *head_sink, Y.dtype()); });
}

// Where the quotient of a new key or value and its scale lies near the middle of two integers, the
// steps of a runtime decide; and how they are rounded, the text does not say.
bool near_middle(const Tensor* scale, const Tensor& X) {
  if (!scale) return false;
  const Reals x = X.as<double>();
  for (const double s : scale->as<double>()) {
    for (const double value : x) {
      const double q = std::fabs(value / s), distance = std::fabs(q - std::floor(q) - 0.5);
      if (!(distance > 0x1p-20 * (1 + q))) return true;
    }
  }
  return false;
}

// The output by heads.
Tensor open_output(const Call& call, const GroupQuery& of, const Tensor& given) {
  Tensor Y = split_heads("output", given, int64_t(of.Q.dim(1)));
  const Bools seen = broadcast_array(of.seen, shape_of_heads(of.Q, of.K, true));
  const Tensor scores = scores_of(call, of, seen);
  const Reals bias = AttentionBias(call.maybe("attention_bias"), seen.shape()).all();
  const Reals added = xt::where(seen, bias, -infinity);
  Y = open_window(call, of, seen, Y);
  Y = open_softcap(call, of, seen, open_scale_of_zero(call, of, seen, Y));
  Y = open_sink(call, of, scores, Y);
  const Tensor weights = softmax_with_sink(call, scores, Y.dtype());
  Y = open_masked_values(Y, weights, of.V);
  Y = open_sums_of_values(Y, weights, of.V);
  Y = open_scores(Y, of.Q, of.K, scale_of(call, of.Q), added);
  const Reals greatest = max_over(scores.as<double>(), {3});
  Y = open_lowest(Y, greatest);
  Y = no_result(Y, "padding", [&] { return rows_from(of.tokens.Q, Y.shape(), 2); });
  const Tensor* key = call.maybe("key");
  Y = no_result(Y, "no_new_keys", [&] { return full(Y.shape(), key && key->dim(1) == 0); });
  const bool quantizes = of.present_key.dtype() != Y.dtype();
  // "With a quantized CUDA cache and P = 0, Q > 1, attention reads the original floating-point new
  // K/V".
  Y = no_result(Y, "quantized_reads", [&] {
    std::vector<int64_t> first;
    for (const int64_t P : of.tokens.P) first.push_back(quantizes && P == 0 ? 0 : INT64_MAX);
    return rows_from(first, Y.shape(), 2);
  });
  Y = no_result(Y, "steps", [&] { return outputs_of_steps(call, of, seen); });
  return heads_joined(Y);
}

// The scores as output_qk: “QK matrix multiplication” may be the products alone, or scaled.
Tensor open_scores_as_qk(const Call& call, const GroupQuery& of, const Tensor& qk) {
  const Bools seen = broadcast_array(of.seen, qk.shape());
  const Scale scale = scale_of(call, of.Q);
  const auto products = [&](bool scaled) {
    return [&, scaled] {
      const auto of_product = [&]<class R>(const R& x, size_t) -> R {
        return scaled ? R(scale(x)) : x;
      };
      return typed(qk.dtype(), products_of_heads(of.Q, of.K, true, score_type, of_product));
    };
  };
  Tensor Y = choice(qk, "qk", [&] { return seen; }, "scores",
                    {{"products", products(false)}, {"scaled", products(true)}});
  Y = no_result(Y, "hidden_scores", [&] { return Bools(!seen); });
  const Reals bias = AttentionBias(call.maybe("attention_bias"), seen.shape()).all();
  return open_given_scores(Y, of.Q, of.K, scale, bias);
}

// output_qk.
Tensor open_qk(const Call& call, const GroupQuery& of, const Tensor& given) {
  const bool scores = call.integer("qk_output") == 1;
  Tensor Y = no_result(given, "padding", [&] { return rows_from(of.tokens.Q, given.shape(), 2); });
  Y = no_result(Y, "steps", [&] { return scores_of_steps(call, of, !scores); });
  return scores ? open_scores_as_qk(call, of, Y) : Y;
}

// “An execution provider may accept only part of the `C >= W` range”; q_norm_weight and
// query_seqlens are honored by some, and “other EPs must reject the node when this input is set”.
bool is_for_some_providers(const Call& call) {
  if (call.maybe("q_norm_weight") || call.maybe("query_seqlens")) return true;
  return call.flag("sliding_window_cache") &&
         int64_t(call.tensor("past_key").dim(2)) != call.integer("local_window_size");
}

void open_group_query(Opening& open) {
  const Call& call = open.call;
  const GroupQuery of(call);
  at_point("provider", is_for_some_providers(call));
  open.Y = open_output(call, of, open.Y);
  for (const size_t present : {1, 2}) {
    open.output(present) = no_result(open.output(present), "cache_padding", [&] {
      return rows_from(resident(call, of), open.output(present).shape(), 2);
    });
  }
  open.output(1) = open_steps_of_keys(call, of, open.output(1));
  const bool rounds =
      of.present_key.dtype() != of.Q.dtype() && (near_middle(call.maybe("k_scale"), of.new_key) ||
                                                 near_middle(call.maybe("v_scale"), of.new_value));
  for (const size_t i : {0, 1, 2}) {
    open.output(i) = no_result(open.output(i), "quantized_rounding",
                               [&] { return full(open.output(i).shape(), rounds); });
  }
  if (!call.wants("output_qk")) return;
  open.output(3) = open_qk(call, of, open.output(3));
}

const Open op("GroupQueryAttention", open_group_query);

}  // namespace
}  // namespace etalon
