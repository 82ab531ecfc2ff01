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

Tensor open_masked_values(const Tensor& Y, const Tensor& weights, const Tensor& V) {
  const Reals v = V.as<double>(), w = weights.as<double>();
  const Bools bad = !xt::isfinite(v);
  return no_result(Y, "masked_values", [&] {
    if (!xt::any(bad)) return full(Y.shape(), false);
    const Bools none = w < 0x1p-126;
    return Bools(xt::equal(values_where(!none, bad), 0.0) && values_where(none, bad) > 0.0);
  });
}

Tensor open_sums_of_values(const Tensor& Y, const Tensor& weights, const Tensor& V) {
  return step_or_exact(Y, "overflow", [&] {
    const Tensor ones =
        Tensor::decided(DType::float32, Reals(xt::where(weights.as<double>() > 0.0, 1.0, 0.0)));
    return products_of_heads(ones, magnitudes(V), DType::float64).as<double>();
  });
}

Tensor open_scores(const Tensor& Y, const Tensor& Q, const Tensor& K, const Scale& scale,
                   const Reals& added) {
  return no_result(Y, "overflow", [&] {
    const Reals exceeding = beyond(Y.dtype(), steps_to_scores(Q, K, scale, added));
    const Reals greatest =
        max_over(Reals(xt::where(Bools(xt::equal(added, -infinity)), 0.0, exceeding)), {3});
    return broadcast_array(Bools(greatest > 0.0), Y.shape());
  });
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

Tensor open_lowest(const Tensor& Y, const Reals& greatest) {
  const double low = very_low(Y.dtype());
  const auto rows = [&](const Bools& condition) { return broadcast_array(condition, Y.shape()); };
  const Tensor open = no_result(
      Y, "hidden_keys", [&] { return rows(Bools(greatest <= low && greatest > -infinity)); });
  return no_result(open, "no_keys", [&] { return rows(Bools(xt::equal(greatest, -infinity))); });
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

// What tokens are “previous” ones of another sequence, and what a mask means, is not said.
Tensor OpenAttention::by_query(const Tensor& Y) const {
  const bool crosses = of_.K.dim(2) != of_.past + of_.Q.dim(2);
  const Tensor open = no_result(Y, "cross_unidirectional",
                                [&] { return full(Y.shape(), of_.unidirectional && crosses); });
  return no_result(open, "mask", [&] { return rows(odd_mask(), Y); });
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
  Y = open_scores(Y, of_.Q, of_.K, score_.scale, score_.bias.all());
  return heads_joined(by_query(open_lowest(Y, max_over(scores_, {3}))));
}

}  // namespace etalon
