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

// The output where added(greatest) is added to the denominator of exponentials that begin at the
// greatest score.
template <class F>
Tensor with_added(const GroupQuery& of, const Tensor& scores, DType T, F added) {
  const Reals x = scores.as<double>();
  const Reals greatest =
      by_element(max_over(x, {3}), [](double m) { return std::isfinite(m) ? m : 0; });
  const Reals e = xt::exp(x - greatest);
  const Reals weights = e / (sum_over(e, {3}) + added(greatest));
  return products_of_heads(Tensor::decided(score_type, weights), of.V, T);
}

// “A smooth factor adding to the denominator” may be head_sink itself, not its exponential; and
// which factor smooth_softmax is, is not said: 1 beside the exponentials of the scores, or of what
// they are less the greatest.
Tensor open_sink(const Call& call, const GroupQuery& of, const Tensor& scores, const Tensor& Y) {
  const Tensor* head_sink = call.maybe("head_sink");
  if (head_sink) {
    return either_of(Y, "head_sink", "exponential", "itself", [&] {
      const Reals sink = head_sink->reshaped({1, head_sink->size(), 1, 1}).as<double>();
      return with_added(of, scores, Y.dtype(),
                        [&](const Reals& greatest) { return Reals(sink * xt::exp(-greatest)); });
    });
  }
  if (call.integer("smooth_softmax") <= 0) return Y;
  return either_of(Y, "smooth_softmax", "exponential", "after_maximum", [&] {
    return with_added(of, scores, Y.dtype(), [](const Reals&) { return 1.0; });
  });
}

// The call with new keys and values that some roundings move up or down, and with huge numbers in
// place of what is not finite.
Values nudged(const Call& call, double sign) {
  const bool wide = call.tensor("query").dtype() == DType::float32;
  const double by = 1 + sign * (wide ? 0x1p-20 : 0x1p-10), huge = sign * (wide ? 1e30 : 6e4);
  std::vector<const char*> names{"key", "value", "k_norm_weight"};
  if (!call.maybe("key")) names.push_back("query");
  NamedValues changed;
  for (const char* name : names) {
    const Tensor* X = call.maybe(name);
    if (!X) continue;
    const Reals moved =
        by_element(X->as<double>(), [&](double x) { return std::isfinite(x) ? x * by : huge; });
    changed.emplace_back(name, Tensor::decided(X->dtype(), moved));
  }
  return with_changed(call, changed);
}

// Whether two numbers that a cache of this type holds are further apart than neighbours are, which
// in a byte of two numbers are 17 apart at most.
Bools are_far_apart(const Tensor& A, const Tensor& B) {
  const double most = A.dtype() == DType::int8 ? 1 : A.dtype() == DType::uint8 ? 17 : 400;
  return Bools(xt::abs(A.as<double>() - B.as<double>()) > most);
}

// 0 as a cache stores it; two of them in a byte, which are unsigned.
Tensor stored_zero(DType type) {
  return type == DType::uint8 ? scalar(type, int64_t{0x88}) : Tensor::zeros(type, {});
}

// Where the quotient of a new key or value and its scale lies near the middle of two numbers of the
// cache, the steps of a runtime decide, and the text does not say how they are rounded: the cache
// may have either, or of NaN and infinities an end or 0; and the output any mean of such values
// where a key may be another.
void open_stored_rounding(Opening& open, const GroupQuery& of) {
  if (of.present_key.dtype() == of.Q.dtype()) return;
  const Values up = nudged(open.call, 1), down = nudged(open.call, -1);
  const GroupQuery more(Call(open.call, up)), less(Call(open.call, down));
  const auto differs = [](const Tensor& A, const Tensor& B, const Tensor& C) {
    return Bools(xt::not_equal(A.as<double>(), B.as<double>()) ||
                 xt::not_equal(A.as<double>(), C.as<double>()));
  };
  const auto either = [&](size_t i, const Tensor& greater, const Tensor& lesser) {
    const Tensor Y = open.output(i);
    open.output(i) =
        choice(Y, "quantized_rounding", [&] { return differs(Y, greater, lesser); }, "even",
               {{"up", [&] { return greater; }}, {"down", [&] { return lesser; }}});
    open.output(i) =
        choice(open.output(i), "quantized_rounding", [&] { return are_far_apart(greater, lesser); },
               "formula", {{"zero", [&] { return stored_zero(Y.dtype()); }}});
  };
  either(1, more.present_key, less.present_key);
  either(2, more.present_value, less.present_value);
  const bool any = xt::any(differs(of.K, more.K, less.K)) || xt::any(differs(of.V, more.V, less.V));
  const Tensor Y = split_heads("output", open.Y, int64_t(of.Q.dim(1)));
  const Bools seen = broadcast_array(of.seen, shape_of_heads(of.Q, of.K, true));
  const Tensor keys = Tensor::of(DType::boolean, seen);
  open.Y = heads_joined(any_weights(Y, "quantized_rounding", [&] { return full(Y.shape(), any); },
                                    concat({of.V, more.V, less.V}, 2),
                                    concat({keys, keys, keys}, 3).as<bool>(), {}));
}

// "With a quantized CUDA cache and P = 0, Q > 1, attention reads the original floating-point new
// K/V".
Tensor open_quantized_reads(const Call& call, const GroupQuery& of, const Bools& seen,
                            const Tensor& Y) {
  if (of.present_key.dtype() == Y.dtype()) return Y;
  GroupQuery given = of;
  const auto as_given = [&](const Tensor& stored, const Tensor& added) {
    const Reals x = added.as<double>();
    Reals read = stored.as<double>();
    for (size_t i = 0; i < read.size(); ++i) {
      const Shape at = index_at(i, stored.shape());
      if (of.tokens.P[at[0]] != 0 || of.tokens.Q[at[0]] < 2 || at[2] >= added.dim(2)) continue;
      read.flat(i) = x(at[0], at[1], at[2], at[3]);
    }
    return Tensor::decided(stored.dtype(), read);
  };
  given.K = as_given(of.K, of.new_key);
  given.V = as_given(of.V, of.new_value);
  return either_of(Y, "quantized_reads", "stored", "given", [&] {
    const Tensor weights = softmax_with_sink(call, scores_of(call, given, seen), Y.dtype());
    return products_of_heads(weights, given.V, Y.dtype());
  });
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
  Y = open_scores(Y, of.Q, of.K, of.V, scale_of(call, of.Q), added);
  Y = open_lowest(Y, of.V, max_over(scores.as<double>(), {3}));
  Y = open_quantized_reads(call, of, seen, Y);
  Y = any_weights(Y, "steps", [&] { return outputs_of_steps(call, of, seen); }, of.V, seen,
                  {nan_of(Y)});
  Y = no_result(Y, "padding", [&] { return rows_from(of.tokens.Q, Y.shape(), 2); });
  const Tensor* key = call.maybe("key");
  Y = no_result(Y, "no_new_keys", [&] { return full(Y.shape(), key && key->dim(1) == 0); });
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
  if (recorded_marks()) {
    Y = any_hidden(Y, "hidden_scores", [&] { return Bools(!seen); },
                   {zero_of(Y), products(false)(), products(true)()});
  }
  const Reals bias = AttentionBias(call.maybe("attention_bias"), seen.shape()).all();
  return open_given_scores(Y, of.Q, of.K, scale, bias);
}

// output_qk.
Tensor open_qk(const Call& call, const GroupQuery& of, const Tensor& given) {
  const bool scores = call.integer("qk_output") == 1;
  Tensor Y = given;
  const auto where = [&] { return scores_of_steps(call, of, !scores); };
  if (scores) {
    Y = divisor_or_exact(Y, "steps", [&] { return Reals(xt::where(where(), infinity, 0.0)); });
  } else {
    Y = between(Y, "steps", where, [&] {
      return Ends{zero_of(Y), scalar(Y.dtype(), 1.0), {nan_of(Y)}};
    });
  }
  Y = no_result(Y, "padding", [&] { return rows_from(of.tokens.Q, given.shape(), 2); });
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
  open_stored_rounding(open, of);
  if (!call.wants("output_qk")) return;
  open.output(3) = open_qk(call, of, open.output(3));
}

const Open op("GroupQueryAttention", open_group_query);

}  // namespace
}  // namespace etalon
