#include "ops/com.microsoft/nn/open/attention.h"

namespace etalon {
namespace {

// About a quarter of the least number of a float type.
double very_low(DType type) { return type == DType::float16 ? -0x1p14 : -0x1p126; }

// For each output how many of the values that it weights satisfy the condition.
Reals values_where(const Bools& keys, const Bools& values) {
  const auto numbers = [](const Bools& each) {
    return Tensor::decided(DType::float32, Reals(xt::cast<double>(each)));
  };
  return products_of_heads(numbers(keys), numbers(values), DType::float32).as<double>();
}

// The greatest step to each score.
Reals steps_to_scores(const Tensor& Q, const Tensor& K, const Scale& scale, const Reals& added) {
  const auto step = [&]<class R>(const R& sum, size_t at) -> R {
    const R scaled = scale(sum) < R(0) ? R(-scale(sum)) : R(scale(sum));
    return (sum < scaled ? scaled : sum) + R(std::fabs(added.flat(at)));
  };
  return products_of_heads(magnitudes(Q), magnitudes(K), true, DType::float64, step).as<double>();
}

}  // namespace

Tensor nan_of(const Tensor& Y) { return scalar(Y.dtype(), std::nan("")); }
Tensor zero_of(const Tensor& Y) { return scalar(Y.dtype(), 0.0); }

Tensor any_weights(const Tensor& Y, std::string_view point, const Where& where, const Tensor& V,
                   const Bools& keys, const std::vector<Tensor>& others) {
  return between(Y, point, where, [&] {
    const Bools may = broadcast_array(keys, {Y.dim(0), Y.dim(1), Y.dim(2), V.dim(2)});
    const Reals v = V.as<double>();
    Reals low = Y.as<double>(), high = low;
    const size_t group = Y.dim(1) / std::max<size_t>(V.dim(1), 1);
    for (size_t i = 0; i < low.size(); ++i) {
      const Shape at = index_at(i, Y.shape());
      for (size_t k = 0; k < V.dim(2); ++k) {
        if (!may(at[0], at[1], at[2], k)) continue;
        const double value = v(at[0], at[1] / group, k, at[3]);
        if (!(low.flat(i) <= value) && !std::isnan(value)) low.flat(i) = value;
        if (!(high.flat(i) >= value) && !std::isnan(value)) high.flat(i) = value;
      }
    }
    return Ends{Tensor::decided(Y.dtype(), low), Tensor::decided(Y.dtype(), high), others};
  });
}

Tensor any_hidden(const Tensor& qk, std::string_view point, const Where& where,
                  const std::vector<Tensor>& others) {
  return between(qk, point, where, [&] {
    return Ends{scalar(qk.dtype(), -infinity), scalar(qk.dtype(), very_low(qk.dtype())), others};
  });
}

Tensor open_masked_values(const Tensor& Y, const Tensor& weights, const Tensor& V) {
  const Reals v = V.as<double>(), w = weights.as<double>();
  const Bools bad = !xt::isfinite(v);
  const auto where = [&] {
    if (!xt::any(bad)) return full(Y.shape(), false);
    const Bools none = w < 0x1p-126;
    return Bools(xt::equal(values_where(!none, bad), 0.0) && values_where(none, bad) > 0.0);
  };
  const auto left_out = [&] {
    const Tensor finite = Tensor::decided(V.dtype(), Reals(xt::where(bad, 0.0, v)));
    return products_of_heads(weights, finite, Y.dtype());
  };
  return choice(Y, "masked_values", where, "read",
                {{"left_out", left_out}, {"nan", [&] { return nan_of(Y); }}});
}

Tensor open_sums_of_values(const Tensor& Y, const Tensor& weights, const Tensor& V) {
  return step_or_exact(Y, "overflow", [&] {
    const Tensor ones =
        Tensor::decided(DType::float32, Reals(xt::where(weights.as<double>() > 0.0, 1.0, 0.0)));
    return products_of_heads(ones, magnitudes(V), DType::float64).as<double>();
  });
}

Tensor open_scores(const Tensor& Y, const Tensor& Q, const Tensor& K, const Tensor& V,
                   const Scale& scale, const Reals& added) {
  const Bools seen = xt::not_equal(added, -infinity);
  const auto where = [&] {
    const Reals exceeding = beyond(Y.dtype(), steps_to_scores(Q, K, scale, added));
    const Reals greatest = max_over(Reals(xt::where(seen, exceeding, 0.0)), {3});
    return broadcast_array(Bools(greatest > 0.0), Y.shape());
  };
  return any_weights(Y, "overflow", where, V, seen, {nan_of(Y)});
}

Tensor open_given_scores(const Tensor& scores, const Tensor& Q, const Tensor& K, const Scale& scale,
                         const Reals& added) {
  return step_or_exact(scores, "overflow", [&] { return steps_to_scores(Q, K, scale, added); });
}

Bools reached(const BadOperands& bad, const Bools& seen) {
  const auto any_of_row = [](const Bools& each) {
    return max_over(Reals(xt::cast<double>(each)), {3});
  };
  const Reals keys = broadcast_array(any_of_row(bad.K), bad.V.shape());
  Shape scores = bad.Q.shape();
  scores[3] = bad.K.shape()[2];
  const Reals count = values_where(broadcast_array(seen, scores), Bools(bad.V || keys > 0.0));
  const Reals queries = broadcast_array(any_of_row(bad.Q), count.shape());
  return Bools(count + queries > 0.0);
}

Tensor open_lowest(const Tensor& Y, const Tensor& V, const Reals& greatest) {
  const double low = very_low(Y.dtype());
  const Bools all = full({1, 1, 1, 1}, true);
  const auto rows = [&](const Bools& condition) { return broadcast_array(condition, Y.shape()); };
  const Tensor open =
      any_weights(Y, "hidden_keys",
                  [&] { return rows(Bools(greatest <= low && greatest > -infinity)); }, V, all, {});
  return any_weights(open, "no_keys", [&] { return rows(Bools(xt::equal(greatest, -infinity))); },
                     V, all, {nan_of(Y), zero_of(Y)});
}

OpenAttention::OpenAttention(const Call& call, const Attending& of, std::string_view mask,
                             const Tensor* attention_bias)
    : call_(call), of_(of), mask_(mask), score_(call, mask, attention_bias, of) {
  scores_ = products_of_heads(of.Q, of.K, true, score_type, score_).as<double>();
}

// Where a mask is given by what the text does not explain: numbers other than 0 and 1, ranges that
// leave the sequence, and 3 · batch_size + 2 numbers.
Bools OpenAttention::odd_mask() const {
  const Tensor* mask = call_.maybe(mask_);
  if (!mask) return full({1, 1, 1, 1}, false);
  const Ints given = mask->as<int64_t>();
  const size_t batch = of_.Q.dim(0);
  const auto keys = int64_t(of_.K.dim(2));
  Bools odd = full({batch, 1, 1, 1}, given.size() == 3 * batch + 2);
  for (size_t i = 0; i < given.size() && batch > 0; ++i) {
    const bool inside = given.flat(i) >= 0 && given.flat(i) <= (mask->rank() == 1 ? keys : 1);
    const size_t entry = mask->rank() == 1 ? i % batch : i / (given.size() / batch);
    if (!inside) odd.flat(entry) = true;
  }
  return odd;
}

// What tokens are “previous” ones of another sequence, and what a mask means, is not said: any of
// the keys may be hidden, and all.
Tensor OpenAttention::by_query(const Tensor& Y) const {
  const Bools all = full({1, 1, 1, 1}, true);
  const std::vector<Tensor> none{nan_of(Y), zero_of(Y)};
  const Tensor open = any_weights(
      Y, "cross_unidirectional", [&] { return full(Y.shape(), crosses()); }, of_.V, all, none);
  return any_weights(
      open, "mask", [&] { return rows(odd_mask(), Y); }, of_.V, all, none);
}

// Of a hidden key qk may be its score as well, with what is added to it or without, and 0.
Tensor OpenAttention::hidden(const Tensor& qk) const {
  if (!recorded_marks()) return qk;
  const auto with = [&](double added) {
    const auto score = [&]<class R>(const R& q_times_k, size_t) -> R {
      return score_.scale(q_times_k) + R(added);
    };
    return typed(qk.dtype(), products_of_heads(of_.Q, of_.K, true, score_type, score));
  };
  const std::vector<Tensor> others{qk.with_side(nullptr), with(0), zero_of(qk),
                                   with(call_.real("mask_filter_value", -10000))};
  Tensor Y = any_hidden(
      qk, "cross_unidirectional", [&] { return full(qk.shape(), crosses()); }, others);
  Y = any_hidden(
      Y, "mask", [&] { return rows(odd_mask(), qk); }, others);
  return any_hidden(
      Y, "hidden_scores", [&] { return Bools(xt::equal(scores_, -infinity)); }, others);
}

// The mask's value may be what such scores are filled with, not what is added to them.
Tensor OpenAttention::filled(const Tensor& Y) const {
  return either_of(Y, "mask_filter_value", "added", "filled", [&] {
    const auto score = [&]<class R>(const R& q_times_k, size_t at) -> R {
      const double mask = score_.mask_at(at);
      return (mask == 0 ? score_.scale(q_times_k) : R(mask)) + score_.bias.at<R>(at);
    };
    const Tensor scores = products_of_heads(of_.Q, of_.K, true, score_type, score);
    return products_of_heads(softmax_of_rows(call_, scores, Y.dtype()), of_.V, Y.dtype());
  });
}

// A scale of 0 may be a “custom scale” like others, of which all scores are 0 but for what is
// added.
Tensor OpenAttention::scaled_by_zero(const Tensor& Y) const {
  if (!call_.has("scale") || call_.real("scale") != 0) return Y;
  return either_of(Y, "scale_zero", "default", "zero", [&] {
    const auto score = [&]<class R>(const R&, size_t at) -> R {
      return R(score_.mask_at(at)) + score_.bias.at<R>(at);
    };
    const Tensor scores = products_of_heads(of_.Q, of_.K, true, score_type, score);
    return products_of_heads(softmax_of_rows(call_, scores, Y.dtype()), of_.V, Y.dtype());
  });
}

Tensor OpenAttention::given_scores(const Tensor& qk) const {
  return open_given_scores(qk, of_.Q, of_.K, score_.scale, score_.bias.all());
}

Tensor OpenAttention::output(const Tensor& given) const {
  Tensor Y = split_heads("output", given, int64_t(of_.Q.dim(1)));
  const Tensor weights = softmax_of_rows(call_, Tensor::decided(score_type, scores_), Y.dtype());
  Y = scaled_by_zero(filled(Y));
  Y = open_masked_values(Y, weights, of_.V);
  Y = open_sums_of_values(Y, weights, of_.V);
  Y = open_scores(Y, of_.Q, of_.K, of_.V, score_.scale, score_.bias.all());
  return heads_joined(by_query(open_lowest(Y, of_.V, max_over(scores_, {3}))));
}

}  // namespace etalon
