#include "conformance/check/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "engine/values/dtype.h"

namespace etalon {

namespace {

// The greatest finite value of a float type that rounding bounds exist for.
double greatest_finite(DType type) {
  switch (type) {
    case DType::float16:
      return 65504;
    case DType::bfloat16:
      return std::ldexp(255.0, 120);
    case DType::float32:
      return std::numeric_limits<float>::max();
    default:
      return std::numeric_limits<double>::max();
  }
}

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

  void add_rounding(const Pair& pair, double bound, bool vacuous) {
    RoundingUse& use = *sum_.rounding;
    const double off = std::abs(pair.got - pair.expected);
    const bool fine = allowed(pair, off, bound);
    if (fine && !pair.finite()) return;  // the bound of an infinite value is infinite or NaN
    if (std::isfinite(bound)) use.largest = std::max(use.largest, bound);
    if (vacuous || !std::isfinite(bound)) ++use.vacuous;
    if (pair.finite() && bound > 0 && std::isfinite(bound)) raise(use.share, off / bound, pair);
    if (fine) return;
    ++use.beyond;
    if (!is_match(pair)) ++use.wrong;
  }

 private:
  bool is_match(const Pair& pair) const {
    return matches(pair.got, pair.expected, tolerance_) &&
           (!tolerance_.max_ulp || pair.ulps <= *tolerance_.max_ulp);
  }

  // Rounding may turn a finite number into infinity if the number plus its bound exceeds the
  // greatest finite value. It never gives NaN.
  bool allowed(const Pair& pair, double off, double bound) const {
    if (std::isnan(pair.got) || std::isnan(pair.expected)) {
      return std::isnan(pair.got) && std::isnan(pair.expected);
    }
    if (pair.got == pair.expected) return true;
    if (pair.finite()) return off <= bound;
    if (std::isinf(pair.got) && std::isinf(pair.expected)) return false;
    const double finite = std::isinf(pair.got) ? pair.expected : pair.got;
    return std::abs(finite) + bound > greatest_finite(type_);
  }

  void measure_finite(const Pair& pair) {
    ++sum_.histogram[std::bit_width(pair.ulps)];
    if (pair.got == pair.expected) {
      sum_.signed_zeros += std::signbit(pair.got) != std::signbit(pair.expected);
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
                    const Tolerance& tolerance, const std::optional<Allowance>& allowance,
                    const std::string& place) {
  const Reals g = got.as<double>();
  const Reals e = expected.as<double>();
  const UlpDistances distances(got, expected);
  const double widest = largest_magnitude(e);
  RealMeasure sum(measurement, tolerance, widest, got.dtype(), got.shape(), place);
  for (size_t i = 0; i < got.size(); ++i) {
    Pair pair{g.data()[i], e.data()[i], 0, i};
    if (pair.finite()) pair.ulps = distances[i];
    sum.add(pair);
    if (!allowance) continue;
    const double bound = allowance->bounds ? allowance->bounds->data()[i] : 0;
    sum.add_rounding(pair, bound, allowance->compounded && bound > widest);
  }
}

// There are no bounds for complex numbers; `exact` means an allowance of 0.
void measure_complex(Measurement& measurement, const Tensor& got, const Tensor& expected,
                     const Tolerance& tolerance, bool exact, const std::string& place) {
  const Complexes g = got.as<std::complex<double>>();
  const Complexes e = expected.as<std::complex<double>>();
  RealMeasure sum(measurement, tolerance, largest_magnitude(e), got.dtype(), got.shape(), place);
  const auto add = [&](double x, double y, size_t index) {
    Pair pair{x, y, 0, index};
    if (pair.finite()) pair.ulps = ulp_distance(got.dtype(), x, y);
    sum.add(pair);
    if (exact) sum.add_rounding(pair, 0, false);
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

// A difference of two integers or strings; strings have none of a size.
void add_exact_rounding(RoundingUse& use, double off, double bound, bool text) {
  if (std::isfinite(bound)) use.largest = std::max(use.largest, bound);
  if (!std::isfinite(bound)) {
    ++use.vacuous;
  } else if (text || off > bound) {
    ++use.beyond;
    ++use.wrong;
  }
}

template <class T>
void measure_exact(Measurement& sum, const Tensor& got, const Tensor& expected,
                   const std::optional<Allowance>& allowance, const std::string& place) {
  const Array<T> g = got.as<T>();
  const Array<T> e = expected.as<T>();
  for (size_t i = 0; i < got.size(); ++i) {
    const T& x = g.data()[i];
    const T& y = e.data()[i];
    if (x == y) continue;
    ++sum.mismatches.value;
    const double off = distance(x, y);
    const double bound = allowance && allowance->bounds ? allowance->bounds->data()[i] : 0;
    if (allowance) add_exact_rounding(*sum.rounding, off, bound, std::is_same_v<T, std::string>);
    const bool first = sum.mismatches.total() == 1;
    if (!first && off <= sum.absolute.amount) continue;
    const Extreme found{off, place + place_text(i, got.shape()), exact_text(got.dtype(), x),
                        exact_text(got.dtype(), y)};
    if (first) sum.first = found;
    if (off > sum.absolute.amount) sum.absolute = found;
  }
  sum.elements += got.size();
}

}  // namespace

void measure(Measurement& sum, const Tensor& got, const Tensor& expected,
             const Tolerance& tolerance, const std::optional<Allowance>& allowance,
             const std::string& place) {
  const DType type = got.dtype();
  sum.identical = sum.identical && identical(got, expected);
  if (allowance && !sum.rounding) sum.rounding.emplace();
  if (type == DType::string)
    return measure_exact<std::string>(sum, got, expected, allowance, place);
  if (is_signed_integer(type)) return measure_exact<int64_t>(sum, got, expected, allowance, place);
  if (!is_float(type) && !is_complex(type)) {
    return measure_exact<uint64_t>(sum, got, expected, allowance, place);
  }
  sum.floating = true;
  if (is_complex(type)) {
    return measure_complex(sum, got, expected, tolerance, allowance.has_value(), place);
  }
  measure_floats(sum, got, expected, tolerance, allowance, place);
}

}  // namespace etalon
