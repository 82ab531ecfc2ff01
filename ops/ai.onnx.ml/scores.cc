#include "ops/ai.onnx.ml/scores.h"

#include <cmath>
#include <limits>
#include <map>
#include <numbers>

#include "engine/numerics/exponentials.h"
#include "engine/numerics/numerics.h"

namespace etalon {

Reals feature_rows(const Tensor& X) {
  if (X.rank() == 2) return X.as<double>();
  if (X.rank() == 1) return X.reshaped({1, X.dim(0)}).as<double>();
  throw InvalidInput("X has the shape {}; it must be [N, F] or [F]", to_string(X.shape()));
}

PostTransform post_transform(const Call& call) {
  static const std::map<std::string_view, PostTransform> transforms = {
      {"NONE", PostTransform::none},         {"SOFTMAX", PostTransform::softmax},
      {"LOGISTIC", PostTransform::logistic}, {"SOFTMAX_ZERO", PostTransform::softmax_zero},
      {"PROBIT", PostTransform::probit},
  };
  const std::string& name = call.text("post_transform");
  const auto found = transforms.find(name);
  if (found == transforms.end()) throw InvalidInput("post_transform '{}' is unknown", name);
  return found->second;
}

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Reals softmax(const Reals& scores) {
  const Reals greatest = max_over(scores, {1});
  const Reals e = exp_of_difference(scores, greatest);
  const Reals total = sum_over(e, {1});
  return e / total;
}

Reals softmax_zero(const Reals& scores) {
  const Reals counted = xt::where(xt::equal(scores, 0.0), -infinity, scores);
  const Reals greatest = max_over(counted, {1});
  for (const double value : greatest) {
    if (value == -infinity) throw Unspecified("SOFTMAX_ZERO has no score but zeros to transform");
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

Reals elementwise(Reals scores, double (*f)(double)) {
  for (double& score : scores) score = f(score);
  return scores;
}

}  // namespace

Reals transformed(const Reals& scores, PostTransform transform) {
  switch (transform) {
    case PostTransform::none:
      return scores;
    case PostTransform::softmax:
      return softmax(scores);
    case PostTransform::logistic:
      return elementwise(scores, logistic);
    case PostTransform::softmax_zero:
      return softmax_zero(scores);
    case PostTransform::probit:
      return elementwise(scores, probit);
  }
  throw InternalError("a post-transform has no meaning");
}

Reals two_sided(const Reals& scores) {
  Reals both = empty_array<double>({scores.shape()[0], 2});
  for (size_t n = 0; n < scores.size(); ++n) {
    both.data()[2 * n] = -scores.data()[n];
    both.data()[2 * n + 1] = scores.data()[n];
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

namespace {

// The transformed scores z of a row of `count`, then its raw scores; a NaN is below all others.
size_t top_class(const double* z, const double* raw, size_t count) {
  const auto rank = [&](size_t i) {
    const auto placed = [](double value) { return std::isnan(value) ? -infinity : value; };
    return std::pair(placed(z[i]), placed(raw[i]));
  };
  size_t top = 0;
  for (size_t i = 1; i < count; ++i) {
    if (rank(i) > rank(top)) top = i;
  }
  return top;
}

}  // namespace

Values classified(const Tensor& labels, const Reals& scores, PostTransform transform) {
  const Reals Z = transformed(scores, transform);
  const size_t classes = scores.shape()[1];
  std::vector<size_t> winners;
  for (size_t n = 0; n < scores.shape()[0]; ++n) {
    winners.push_back(top_class(Z.data() + n * classes, scores.data() + n * classes, classes));
  }
  return {pick(labels, 0, winners), Tensor::of(DType::float32, Z)};
}

}  // namespace etalon
