// The largest error that an element may have: by sampled evaluations, and by the bound of rounding
// errors.
#pragma once

#include <optional>

#include "conformance/bounds/bounds.h"
#include "conformance/bounds/spread.h"
#include "conformance/bounds/verdict.h"
#include "engine/values/rounding.h"

namespace etalon {

// What is known of the rounding errors of one element.
struct ElementLimits {
  // Nothing if no bound is known, or if it says nothing; else at least `reach`, unless it is 0.
  std::optional<double> bound;
  std::optional<double> reach;  // of the spread, at least an ULP; nothing where none is known

  bool overflows = false;  // a sampled evaluation gives an infinity or NaN in place of a number

  // Of |got − Etalon's| > 0, a finite number.
  Grade grade(double off) const;
  // Of an infinity or NaN in place of another value, or of another value in place of one.
  Grade not_finite(double got) const;
};

// The limits of the elements of a float tensor.
class RoundingLimits {
 public:
  // `expected`, `bound` and `spread` must outlive this. A sound result may be off by an ULP at
  // least: of the element, or of the greatest value where errors are taken relative to that.
  enum class Ulps { of_element, of_greatest };
  RoundingLimits(const Tensor& expected, const Bound& bound, const Spread& spread,
                 Ulps ulps = Ulps::of_element);

  ElementLimits at(size_t position) const;
  // The element's bound, 0 of an exact one; infinite where none is known.
  double bound(size_t position) const;
  // True where a bound says nothing: it is not finite, or of several nodes, over which bounds
  // multiply, and wider than a hundredth of the greatest value.
  bool says_nothing(size_t position) const;
  bool has_spread() const { return spread_.evaluations != 0; }
  // An ULP of a number in the type that the values are computed in.
  double ulp(double value) const;

 private:
  const Bound& bound_;
  const Spread& spread_;
  Reals values_, bounds_, reach_;
  Bools overflows_;
  Rounding rounding_;
  double widest_;
  Ulps ulps_;
};

}  // namespace etalon
