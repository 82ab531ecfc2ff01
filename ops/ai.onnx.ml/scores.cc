#include "ops/ai.onnx.ml/scores.h"

#if __has_include(<flint/arb_hypgeom.h>)
#include <flint/arb_hypgeom.h>
#else
#include <arb_hypgeom.h>
#endif

#include <limits>

#include "engine/numerics/exponentials.h"
#include "engine/numerics/paths.h"
#include "engine/values/evaluation.h"
#include "engine/values/monte_carlo.h"

namespace etalon {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// The transforms.

// Runtimes take the greatest score off first; so does softmax where one is +∞: NaN throughout.
template <class R>
bool takes_greatest_off(const Array<R>& scores) {
  const auto is_infinite = [](const R& s) { return s.middle() == infinity; };
  return evaluation().once_over_arbs() || evaluation().sampled ||
         std::any_of(scores.begin(), scores.end(), is_infinite);
}

template <class R>
Array<R> softmax(const Array<R>& scores) {
  if (takes_greatest_off(scores)) return softmax_of_lines(scores);
  const Array<R> e = real::exp(scores);
  return e / sum_over(e, {1});
}

// A score of 0 counts as -∞, of which the exponential is 0.
template <class R>
Array<R> softmax_zero(const Array<R>& scores) {
  const Array<R> counted =
      by_element(scores, by_paths([](const R& s) { return s == R(0) ? R(-infinity) : s; }));
  for (const R& greatest : max_over(counted, {1})) {
    if (!is_finite(greatest) && greatest < R(0))
      throw Unspecified("SOFTMAX_ZERO has only zeros to transform");
  }
  return softmax(counted);
}

template <class R>
R logistic(const R& s) {
  return 1 / (1 + real::exp(-s));
}
// The same of a score below 0 as libraries have it, so that exp does not overflow; what is lost is
// small beside 1.
template <class R>
R reflected_logistic(const R& s) {
  return 1 - 1 / (1 + real::exp(s));
}
template <>
Ball logistic(const Ball& s) {
  const bool reflects = s.is_sample() && s.middle() < 0 && evaluation().sampled->nearest();
  return reflects ? reflected_logistic(s) : 1 / (1 + real::exp(-s));
}
template <>
ArbBall logistic(const ArbBall& s) {
  const ArbBall y = 1 / (1 + real::exp(-s));
  return evaluation().rounding && s.middle() < 0 ? hull(y, reflected_logistic(s)) : y;
}

// Φ⁻¹(p) = -√2 · erfc⁻¹(2p), 0 at ½. Mathematical libraries for double do not have it.
Ball quantile(const Ball&) { throw Undecided(); }
ArbBall quantile(const ArbBall& p) {
  if (p == ArbBall(0.5)) return 0;
  ArbBall z;
  arb_hypgeom_erfcinv(z.get(), (2 * p).get(), evaluation().precision);
  return -real::sqrt(ArbBall(2)) * z;
}

template <class R>
R probit(const R& p) {
  if (p == R(0)) return -infinity;
  if (p == R(1)) return infinity;
  if (!(p > R(0) && p < R(1))) return std::numeric_limits<double>::quiet_NaN();
  return quantile(p);
}

// The choice of a class.

// Where a class stands by its transformed score, as far as the order of the raw scores does not
// say so: they grow together.
enum class Level { no_number, zero, counted };

template <class R>
struct Standing {
  Level level;
  R score;

  bool above(const Standing& other) const {
    if (level != other.level) return level > other.level;
    if (score.is_nan() || other.score.is_nan()) return !score.is_nan() && other.score.is_nan();
    return score > other.score;
  }
};

template <class R>
Standing<R> standing(const R& Z, const R& score, PostTransform transform) {
  if (Z.is_nan()) return {Level::no_number, score};
  const bool zero = transform == PostTransform::softmax_zero && score == R(0);
  return {zero ? Level::zero : Level::counted, score};
}

template <class R>
size_t top_class(const Array<R>& Z, const Array<R>& scores, size_t n, PostTransform transform) {
  size_t top = 0;
  for (size_t e = 1; e < Z.shape()[1]; ++e) {
    const Standing<R> greatest = standing(Z(n, top), scores(n, top), transform);
    if (standing(Z(n, e), scores(n, e), transform).above(greatest)) top = e;
  }
  return top;
}

}  // namespace

PostTransform post_transform(const Call& call) {
  return call.choice<PostTransform>("post_transform",
                                    {{"NONE", PostTransform::none},
                                     {"SOFTMAX", PostTransform::softmax},
                                     {"LOGISTIC", PostTransform::logistic},
                                     {"SOFTMAX_ZERO", PostTransform::softmax_zero},
                                     {"PROBIT", PostTransform::probit}});
}

template <class R>
Array<R> transformed(const Array<R>& scores, PostTransform transform) {
  switch (transform) {
    case PostTransform::none:
      return scores;
    case PostTransform::softmax:
      return softmax(scores);
    case PostTransform::logistic:
      return by_element(scores, logistic<R>);
    case PostTransform::softmax_zero:
      return softmax_zero(scores);
    case PostTransform::probit:
      return by_element(scores, by_paths([](const R& p) -> R { return probit(p); }));
  }
  throw InternalError("a post-transform has no meaning");
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
  return Tensor::of(DType::string, std::move(labels));
}

template <class R>
Values classified(const Tensor& labels, const Array<R>& scores, PostTransform transform) {
  const Array<R> Z = transformed(scores, transform);
  const auto top = [&](size_t n) { return top_class(Z, scores, n, transform); };
  const Tensor Y = labels_of(labels, Z.shape()[0], top);
  return {Y, rounded(DType::float32, Z)};
}

// By Arb: scores are few.
template <>
Array<WideBall> transformed(const Array<WideBall>& scores, PostTransform transform) {
  if (transform == PostTransform::none) return scores;
  Array<ArbBall> arbs = empty_array<ArbBall>(scores.shape());
  for (size_t i = 0; i < arbs.size(); ++i) arbs.data()[i] = scores.data()[i].arb();
  arbs = transformed(arbs, transform);
  Array<WideBall> results = empty_array<WideBall>(arbs.shape());
  for (size_t i = 0; i < arbs.size(); ++i) results.data()[i] = WideBall(arbs.data()[i]);
  return results;
}

template Array<Ball> transformed(const Array<Ball>&, PostTransform);
template Array<ArbBall> transformed(const Array<ArbBall>&, PostTransform);
template Values classified(const Tensor&, const Array<Ball>&, PostTransform);
template Values classified(const Tensor&, const Array<ArbBall>&, PostTransform);

}  // namespace etalon
