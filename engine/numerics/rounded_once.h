// Formulas over a number type R that are evaluated element by element, so that one undecided
// element does not cause the whole tensor to be evaluated again.
#pragma once

#include <cmath>
#include <concepts>
#include <initializer_list>
#include <limits>

#include "engine/numerics/carriers.h"
#include "engine/numerics/outputs.h"
#include "engine/numerics/paths.h"
#include "engine/numerics/rounded.h"
#include "engine/values/evaluation.h"
#include "engine/values/limits.h"
#include "engine/values/side.h"

namespace etalon {

// f(), a formula over ArbBall: a double that rounds to `type`, a float type, as the exact value
// does. A value that stays undecided is the middle of the last ball.
template <class F>  // ArbBall f()
double refined_once(DType type, F&& f) {
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  double middle = unknown;
  const uint64_t undecided = evaluation().undecided_results;
  const double result = refined(type, unknown, [&]() -> ArbBall {
    ArbBall y = f();
    middle = y.middle();
    return y;
  });
  if (!std::isnan(result)) return result;
  return evaluation().undecided_results == undecided ? middle : undecided_as(middle);
}

namespace detail {

// rounded_once() where no bounds are wanted.
template <class F>
double rounded_once(DType type, F&& f) {
  if (type != DType::float64 || evaluation().sampled) {
    try {
      const Ball y = f.template operator()<Ball>();
      if (decides(type, y)) return y.middle();
    } catch (const Undecided&) {
    }
  }
  return refined_once(type, [&]() -> ArbBall { return f.template operator()<ArbBall>(); });
}

}  // namespace detail

// rounded_once() for f.operator()<R>(), a formula over Ball and ArbBall.
template <class F>
double rounded_once(DType type, F&& f) {
  if (evaluation().once_over_arbs() || evaluation().sampled) evaluation().lose_errors();
  return detail::rounded_once(type, f);
}

// The elements of a float tensor, read one by one as any number type R.
class RealElements {
 public:
  explicit RealElements(const Tensor& X)
      : values_(X.with_side(nullptr).as<double>()),
        errors_(has_errors(X) ? errors_of(X) : empty_array<double>({0})),
        residues_(residues_of(X)),
        varies_(varies(X)) {}

  const Shape& shape() const { return values_.shape(); }
  size_t size() const { return values_.size(); }
  // By its row-major position.
  template <class R>
  R at(size_t position) const {
    if constexpr (!std::same_as<R, ArbBall>) {
      if (varies_) throw Undecided();
    }
    if constexpr (std::same_as<R, Ball>) {
      return {values_.data()[position], radius_};
    } else {
      R value(values_.data()[position]);
      if constexpr (std::same_as<R, ArbBall>) {
        if (errors_.size() != 0) value.widen(errors_.data()[position]);
        if (residues_.size() != 0) {
          return with_residue_of(std::move(value), residues_.data()[position]);
        }
      }
      return value;
    }
  }
  template <class R>
  R at(std::initializer_list<size_t> index) const {
    size_t position = 0;
    size_t axis = 0;
    for (const size_t i : index) position = position * values_.shape()[axis++] + i;
    return at<R>(position);
  }
  // The elements as doubles, without their errors.
  const Reals& values() const {
    if (varies_) throw Undecided();
    return values_;
  }
  // |X|.
  RealElements magnitudes() const {
    return RealElements(Tensor::decided(DType::float64, Reals(xt::abs(values_))));
  }

 private:
  Reals values_;
  Reals errors_;   // that the tensor carries; empty if it carries none
  Ints residues_;  // the same
  bool varies_;    // Side::varies
  double radius_ = element_radius();
};

// f.operator()<R>(position) for each row-major position of a shape, each rounded once to `type`.
template <class F>
Tensor by_position(DType type, const Shape& shape, F&& f) {
  if (evaluation().once_over_arbs()) {
    Array<ArbBall> values = empty_array<ArbBall>(shape);
    for (size_t i = 0; i < values.size(); ++i) {
      values.data()[i] = over_paths_or_unknown([&] { return f.template operator()<ArbBall>(i); });
    }
    return rounded(type, values);
  }
  Reals result = empty_array<double>(shape);
  for (size_t i = 0; i < result.size(); ++i) {
    result.data()[i] =
        detail::rounded_once(type, [&]<class R>() -> R { return f.template operator()<R>(i); });
  }
  return Tensor::decided(type, result);
}

// Counts the work of this many multiply-adds of the number type R.
template <class R>
void count_terms(size_t terms) {
  count_work((std::same_as<R, ArbBall> ? detail::arb_work : work_per_step) * terms);
}

// The first value of a sum: −0, to which adding any value gives that value; +0 for a sum of no
// addends.
template <class R>
R sum_of_none(bool addends_follow) {
  return R(addends_follow ? -0.0 : 0.0);
}

// A sum that took this many additions, with this sum of the terms' magnitudes. Where bounds are
// wanted, it contains the result of any runtime, whatever its order of addition.
template <class R>
R in_any_order(R sum, double additions, double magnitude) {
  if constexpr (std::same_as<R, ArbBall>) {
    const Rounding* rounding = evaluation().rounding;
    if (rounding && additions > 0) sum.widen(rounding->of_sum(additions) * magnitude);
  }
  return sum;
}

// A sum of terms: −0 if all are −0, +0 if there are none. Where bounds are wanted, it contains the
// result of any runtime, whatever its order of addition.
template <class R>
class SumOfTerms {
 public:
  void add(const R& term) {
    if constexpr (std::same_as<R, ArbBall>) {
      if (rounding_) {
        const Setting exact(&Evaluation::rounding, nullptr);
        sum_ += term;
        magnitude_ += std::fabs(term.middle()) + term.radius();
        ++count_;
        return;
      }
    }
    sum_ = count_++ == 0 ? term : sum_ + term;
  }
  R result() const { return in_any_order(sum_, count_ - 1, magnitude_); }

 private:
  const Rounding* rounding_ = std::same_as<R, ArbBall> ? evaluation().rounding : nullptr;
  R sum_ = R(0);
  double magnitude_ = 0;
  double count_ = 0;
};

// weight · x and x / weight for a weight that is not 0. The weight's own error leaves an exact 0 as
// it is; and a result of exact numbers that a double holds is exact, so that ties are decided.
template <BallCarrier R>
R weighted(const R& weight, const R& x) {
  return is_exact_zero(x) ? R(weight.middle() * x.middle()) : weight * x;
}
template <BallCarrier R>
R unweighted(const R& x, const R& weight) {
  return is_exact_zero(x) ? R(weight.middle() * x.middle()) : x / weight;
}

namespace detail {

// True if a product or quotient of this size is so far from the ends of double's range that an FMA
// gives its rounding error exactly.
inline bool has_exact_error(double a) { return std::fabs(a) > 0x1p-900 && std::fabs(a) < 0x1p900; }
// Of a positive or negative normal number.
inline bool is_power_of_two(double a) {
  return (std::bit_cast<uint64_t>(a) & ((uint64_t{1} << 52U) - 1)) == 0;
}

}  // namespace detail

template <>
inline Ball weighted(const Ball& weight, const Ball& x) {
  const double product = weight.middle() * x.middle();
  if (is_exact_zero(x)) return product;
  if (weight.radius() == 0 && x.radius() == 0 && detail::has_exact_error(product)) {
    return {product, std::fabs(std::fma(weight.middle(), x.middle(), -product))};
  }
  return weight * x;
}
template <>
inline Ball unweighted(const Ball& x, const Ball& weight) {
  if (is_exact_zero(x)) return weight.middle() * x.middle();
  const double quotient = x.middle() / weight.middle();
  if (weight.radius() == 0 && x.radius() == 0 && detail::has_exact_error(quotient) &&
      detail::has_exact_error(x.middle()) &&
      (detail::is_power_of_two(weight.middle()) ||
       std::fma(quotient, weight.middle(), -x.middle()) == 0)) {
    return quotient;
  }
  return x / weight;
}

}  // namespace etalon
