#include "conformance/judge/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "engine/values/rounding.h"

namespace etalon {

namespace {

// One pair of numbers, their distance, and their position.
struct Pair {
  double got, expected;
  uint64_t ulps;  // 0 unless both are finite
  size_t index;
  bool finite() const { return std::isfinite(got) && std::isfinite(expected); }
};

// Measures the real elements, or parts of complex elements, of one pair of tensors.
class RealMeasure {
 public:
  // `largest`: the largest finite magnitude of the expected tensor.
  RealMeasure(Measurement& sum, Tolerance tolerance, double largest, DType type, const Shape& shape,
              std::string place)
      : sum_(sum),
        tolerance_(for_magnitude(tolerance, largest)),
        largest_(largest),
        type_(type),
        shape_(shape),
        place_(std::move(place)) {
    tolerance.rule = Tolerance::Rule::scaled;
    scaled_ = for_magnitude(tolerance, largest);
  }

  void add(const Pair& pair) {
    ++sum_.elements;
    if (pair.finite()) measure_finite(pair);
    if (!is_match(pair)) add_mismatch(pair);
  }

  void add_rounding(const Pair& pair, const RoundingLimits& limits) {
    const double bound = limits.bound(pair.index);
    const double off = std::abs(pair.got - pair.expected);
    const ElementLimits of = limits.at(pair.index);
    const Grade grade = grade_of(pair, of, bound);
    worsen(pair, grade, !pair.finite() ? off : of.reach ? off / *of.reach : off);
    if (differs_in_sign(pair) && bound == 0 && sum_.decided_zeros++ == 0) describe(sum_.zero, pair);
    if (!pair.finite() && grade <= Grade::rounding) return;
    if (sum_.rounding) {
      RoundingUse& use = *sum_.rounding;
      if (std::isfinite(bound)) use.largest = std::max(use.largest, bound);
      use.vacuous += limits.says_nothing(pair.index);
      const double own = of.bound.value_or(bound);
      if (off > 0 && std::isfinite(own) && pair.finite()) raise(use.share, off / own, pair);
      use.beyond += grade == Grade::wrong;
    }
    if (!of.reach || !pair.finite()) return;
    SpreadUse& use = *sum_.spread;
    use.largest = std::max(use.largest, *of.reach);
    if (off == 0) return;
    raise(use.times, off / *of.reach, pair);
    use.outside += off > sound_times * *of.reach;
  }

  // Of an element about whose rounding nothing is known.
  void add_unknown(const Pair& pair) {
    if (!is_same(pair)) worsen(pair, Grade::unknown, std::abs(pair.got - pair.expected));
  }

 private:
  bool is_match(const Pair& pair) const {
    return matches(pair.got, pair.expected, tolerance_) &&
           (!tolerance_.max_ulp || pair.ulps <= *tolerance_.max_ulp);
  }

  static bool is_same(const Pair& pair) {
    return pair.got == pair.expected || (std::isnan(pair.got) && std::isnan(pair.expected));
  }
  static bool differs_in_sign(const Pair& pair) {
    return pair.got == 0 && pair.expected == 0 &&
           std::signbit(pair.got) != std::signbit(pair.expected);
  }

  // Rounding may turn a finite number into infinity if the number plus its bound rounds to more
  // than the greatest finite value. It never gives NaN.
  bool may_overflow(const Pair& pair, double bound) const {
    if (std::isnan(pair.got) || std::isnan(pair.expected)) return false;
    if (std::isinf(pair.got) == std::isinf(pair.expected)) return false;
    const double finite = std::abs(std::isinf(pair.got) ? pair.expected : pair.got);
    const double greatest =
        has_rounding(type_) ? rounding_of(type_).greatest : std::numeric_limits<double>::max();
    return bound > 0 && std::isfinite(bound) && finite + bound > greatest &&
           std::signbit(pair.got) == std::signbit(pair.expected);
  }

  Grade grade_of(const Pair& pair, const ElementLimits& of, double bound) const {
    if (is_same(pair)) return Grade::same;
    if (pair.finite()) return of.grade(std::abs(pair.got - pair.expected));
    return may_overflow(pair, bound) ? Grade::rounding : of.not_finite(pair.got);
  }

  // NaN is further off than any number.
  void worsen(const Pair& pair, Grade grade, double amount) {
    if (std::isnan(amount)) amount = std::numeric_limits<double>::infinity();
    if (grade == Grade::same || grade < sum_.grade) return;
    if (grade == sum_.grade && amount <= sum_.worst.amount) return;
    sum_.grade = grade;
    sum_.worst.amount = amount;
    describe(sum_.worst, pair);
  }

  void measure_finite(const Pair& pair) {
    ++sum_.histogram[std::bit_width(pair.ulps)];
    if (pair.got == pair.expected) {
      sum_.signed_zeros += differs_in_sign(pair);
      return;
    }
    const double off = std::abs(pair.got - pair.expected);
    raise(sum_.absolute, off, pair);
    if (largest_ > 0) sum_.scaled = std::max(sum_.scaled, off / largest_);
    if (pair.expected != 0) raise(sum_.relative, off / std::abs(pair.expected), pair);
    raise(sum_.ulp, static_cast<double>(pair.ulps), pair);
  }

  void add_mismatch(const Pair& pair) {
    if (sum_.mismatches.total() == 0) describe(sum_.first, pair);
    if (matches(pair.got, pair.expected, scaled_)) ++sum_.near_zero;
    if (std::isnan(pair.got) || std::isnan(pair.expected)) {
      ++sum_.mismatches.nan;
    } else if (std::isinf(pair.got) || std::isinf(pair.expected)) {
      ++sum_.mismatches.infinity;
    } else if (pair.got == 0 || pair.expected == 0) {
      ++sum_.mismatches.zero;
    } else {
      ++sum_.mismatches.value;
    }
  }

  void raise(Extreme& extreme, double amount, const Pair& pair) const {
    if (!(amount > extreme.amount)) return;
    extreme.amount = amount;
    describe(extreme, pair);
  }

  void describe(Extreme& extreme, const Pair& pair) const {
    const bool part = is_complex(type_);
    const DType shown = type_ == DType::complex128 ? DType::float64 : part ? DType::float32 : type_;
    extreme.where = place_ + place_text(part ? pair.index / 2 : pair.index, shape_);
    if (part) extreme.where += pair.index % 2 == 0 ? " real part" : " imaginary part";
    extreme.got = element_text(shown, pair.got);
    extreme.expected = element_text(shown, pair.expected);
  }

  Measurement& sum_;
  const Tolerance tolerance_;
  Tolerance scaled_;
  const double largest_;
  DType type_;
  const Shape& shape_;
  std::string place_;
};

void measure_floats(Measurement& measurement, const Tensor& got, const Tensor& expected,
                    const Tolerance& tolerance, const Allowance& allowance,
                    const std::string& place) {
  const Reals g = got.as<double>();
  const Reals e = expected.as<double>();
  const UlpDistances distances(got, expected);
  const double widest = largest_magnitude(e);
  measurement.largest = std::max(measurement.largest, widest);
  RealMeasure sum(measurement, tolerance, widest, got.dtype(), got.shape(), place);
  const bool scaled = tolerance.rule == Tolerance::Rule::scaled;
  const RoundingLimits limits(
      expected, allowance.bound, allowance.spread,
      scaled ? RoundingLimits::Ulps::of_greatest : RoundingLimits::Ulps::of_element);
  if (limits.has_spread()) measurement.spread.emplace().evaluations = allowance.spread.evaluations;
  for (size_t i = 0; i < got.size(); ++i) {
    Pair pair{g.data()[i], e.data()[i], 0, i};
    if (pair.finite()) pair.ulps = distances[i];
    sum.add(pair);
    sum.add_rounding(pair, limits);
  }
}

// There are no bounds for complex numbers.
void measure_complex(Measurement& measurement, const Tensor& got, const Tensor& expected,
                     const Tolerance& tolerance, const std::string& place) {
  const Complexes g = got.as<std::complex<double>>();
  const Complexes e = expected.as<std::complex<double>>();
  RealMeasure sum(measurement, tolerance, largest_magnitude(e), got.dtype(), got.shape(), place);
  const auto add = [&](double x, double y, size_t index) {
    Pair pair{x, y, 0, index};
    if (pair.finite()) pair.ulps = ulp_distance(got.dtype(), x, y);
    sum.add(pair);
    sum.add_unknown(pair);
  };
  for (size_t i = 0; i < got.size(); ++i) {
    add(g.data()[i].real(), e.data()[i].real(), 2 * i);
    add(g.data()[i].imag(), e.data()[i].imag(), 2 * i + 1);
  }
}

// |got − expected|; 0 for strings.
template <class T>
double distance(const T& got, const T& expected) {
  if constexpr (std::is_same_v<T, std::string>) {
    return 0;
  } else {
    const auto low = static_cast<uint64_t>(std::min(got, expected));
    return static_cast<double>(static_cast<uint64_t>(std::max(got, expected)) - low);
  }
}

// Integers, bools and strings are not rounded: those that differ are wrong, unless rounding in what
// they are computed from may change them.
template <class T>
void measure_exact(Measurement& sum, const Tensor& got, const Tensor& expected, const Bound& bound,
                   const std::string& place) {
  const Array<T> g = got.as<T>();
  const Array<T> e = expected.as<T>();
  const Reals errors = bound.kind == Bound::Kind::known ? bound.error.as<double>() : Reals();
  for (size_t i = 0; i < got.size(); ++i) {
    const T& x = g.data()[i];
    const T& y = e.data()[i];
    if (x == y) continue;
    ++sum.mismatches.value;
    const double off = distance(x, y);
    const bool explained = bound.kind == Bound::Kind::known && !(off > errors.data()[i]);
    const Grade grade = bound.kind == Bound::Kind::none ? Grade::unknown
                        : explained                     ? Grade::rounding
                                                        : Grade::wrong;
    const Extreme found{off, place + place_text(i, got.shape()), exact_text(got.dtype(), x),
                        exact_text(got.dtype(), y)};
    if (grade > sum.grade || (grade == sum.grade && off > sum.worst.amount)) sum.worst = found;
    sum.grade = std::max(sum.grade, grade);
    const bool first = sum.mismatches.total() == 1;
    if (!first && off <= sum.absolute.amount) continue;
    if (first) sum.first = found;
    if (off > sum.absolute.amount) sum.absolute = found;
  }
  sum.elements += got.size();
}

}  // namespace

void measure(Measurement& sum, const Tensor& got, const Tensor& expected,
             const Tolerance& tolerance, const Allowance& allowance, const std::string& place) {
  const DType type = got.dtype();
  const Bound& bound = allowance.bound;
  sum.identical = sum.identical && identical(got, expected);
  if (type == DType::string) return measure_exact<std::string>(sum, got, expected, bound, place);
  if (is_signed_integer(type)) return measure_exact<int64_t>(sum, got, expected, bound, place);
  if (!is_float(type) && !is_complex(type)) {
    return measure_exact<uint64_t>(sum, got, expected, bound, place);
  }
  sum.floating = true;
  if (is_complex(type)) return measure_complex(sum, got, expected, tolerance, place);
  if (bound.kind != Bound::Kind::none && !sum.rounding) sum.rounding.emplace();
  measure_floats(sum, got, expected, tolerance, allowance, place);
}

}  // namespace etalon
