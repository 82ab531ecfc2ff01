#include "ops/ai.onnx.ml/scores.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "engine/numerics/exponentials.h"
#include "engine/numerics/numerics.h"

namespace etalon {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// The transforms.

Reals softmax(const Reals& scores) {
  const Reals greatest = max_over(scores, {1});
  const Reals e = xt::exp(scores - greatest);
  const Reals total = sum_over(e, {1});
  return e / total;
}

// A score of 0 counts as -∞, of which the exponential is 0.
Reals softmax_zero(const Reals& scores) {
  const Reals counted = by_element(scores, [](double s) { return s == 0 ? -infinity : s; });
  for (const double greatest : max_over(counted, {1})) {
    if (greatest == -infinity)
      throw Unspecified("SOFTMAX_ZERO has no score but zeros to transform");
  }
  return softmax(counted);
}

double logistic(double s) {
  if (s >= 0) return 1 / (1 + std::exp(-s));
  const double e = std::exp(s);
  return e / (1 + e);
}

// Φ(x) - q for x ≤ 0, from whichever of erf and erfc does not cancel.
double excess(double x, double q) {
  const double z = x / std::numbers::sqrt2;
  return q > 0.25 ? (std::erf(z) - (2 * q - 1)) / 2 : std::erfc(-z) / 2 - q;
}

// Φ⁻¹(q) for q in (0, 0.5]: Halley's iteration.
double lower_quantile(double q) {
  double x = -std::sqrt(-2 * std::log(2 * q));
  for (int i = 0; i < 30; ++i) {
    const double density = std::exp(-x * x / 2) * std::numbers::inv_sqrtpi / std::numbers::sqrt2;
    const double step = excess(x, q) / density;
    const double next = x - step / (1 + x * step / 2);
    if (!(std::fabs(next - x) > std::fabs(x) * 1e-16)) return next;
    x = next;
  }
  return x;
}

double probit(double p) {
  if (p == 0 || p == 1) return p == 0 ? -infinity : infinity;
  if (!(p > 0 && p < 1)) return std::numeric_limits<double>::quiet_NaN();
  return p > 0.5 ? -lower_quantile(1 - p) : lower_quantile(p);
}

// The choice of a class: in row n, the first with the greatest (transformed, raw) score.
size_t top_class(const Reals& Z, const Reals& scores, size_t n) {
  const auto ordered = [](double value) { return std::isnan(value) ? -infinity : value; };
  const auto rank = [&](size_t e) { return std::pair(ordered(Z(n, e)), ordered(scores(n, e))); };
  size_t top = 0;
  for (size_t e = 1; e < Z.shape()[1]; ++e) {
    if (rank(e) > rank(top)) top = e;
  }
  return top;
}

}  // namespace

Reals feature_rows(const Tensor& X) {
  if (X.rank() == 2) return X.as<double>();
  if (X.rank() == 1) return X.reshaped({1, X.dim(0)}).as<double>();
  throw InvalidInput("X has the shape {}; it must be [N, F] or [F]", to_string(X.shape()));
}

Reals array_of(const std::vector<double>& values, const Shape& shape) {
  if (values.size() != element_count(shape)) {
    throw InternalError("{} values do not fill the shape {}", values.size(), to_string(shape));
  }
  Reals array = empty_array<double>(shape);
  std::copy(values.begin(), values.end(), array.begin());
  return array;
}

PostTransform post_transform(const Call& call) {
  return call.choice<PostTransform>("post_transform",
                                    {{"NONE", PostTransform::none},
                                     {"SOFTMAX", PostTransform::softmax},
                                     {"LOGISTIC", PostTransform::logistic},
                                     {"SOFTMAX_ZERO", PostTransform::softmax_zero},
                                     {"PROBIT", PostTransform::probit}});
}

Reals transformed(const Reals& scores, PostTransform transform) {
  switch (transform) {
    case PostTransform::none:
      return scores;
    case PostTransform::softmax:
      return softmax(scores);
    case PostTransform::logistic:
      return by_element(scores, logistic);
    case PostTransform::softmax_zero:
      return softmax_zero(scores);
    case PostTransform::probit:
      return by_element(scores, probit);
  }
  throw InternalError("a post-transform has no meaning");
}

Reals two_sided(const Reals& s) {
  Reals both = empty_array<double>({s.shape()[0], 2});
  for (size_t n = 0; n < s.shape()[0]; ++n) {
    both(n, 0) = -s(n, 0);
    both(n, 1) = s(n, 0);
  }
  return both;
}

Tensor class_labels(const Call& call, std::string_view ints) {
  const std::vector<int64_t> integers = call.ints(ints);
  const std::vector<std::string> texts = call.texts("classlabels_strings");
  if (integers.empty() == texts.empty()) {
    throw InvalidInput("there are {} {} and {} classlabels_strings; one and only one is needed",
                       integers.size(), ints, texts.size());
  }
  if (texts.empty()) return vector_of(integers);
  Texts labels = empty_array<std::string>({texts.size()});
  std::copy(texts.begin(), texts.end(), labels.begin());
  return Tensor::of(DType::string, labels);
}

Values classified(const Tensor& labels, const Reals& scores, PostTransform transform) {
  const Reals Z = transformed(scores, transform);
  std::vector<size_t> winners;
  for (size_t n = 0; n < Z.shape()[0]; ++n) winners.push_back(top_class(Z, scores, n));
  return {pick(labels, 0, winners), Tensor::of(DType::float32, Z)};
}

}  // namespace etalon
