#include "conformance/bounds/limits.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "conformance/bounds/bound_walk.h"

namespace etalon {
Grade ElementLimits::grade(double off) const {
  if (bound && off > *bound) return Grade::wrong;
  if (reach) return off <= sound_times * *reach ? Grade::rounding : Grade::unlikely;
  return bound ? Grade::rounding : Grade::unknown;
}

Grade ElementLimits::not_finite(double got) const {
  if (overflows && !std::isfinite(got)) return Grade::rounding;
  return bound || reach ? Grade::wrong : Grade::unknown;
}

RoundingLimits::RoundingLimits(const Tensor& expected, const Bound& bound, const Spread& spread,
                               Ulps ulps)
    : bound_(bound),
      spread_(spread),
      values_(expected.with_side(nullptr).as<double>()),
      bounds_(bound.kind == Bound::Kind::known ? bound.error.as<double>() : Reals()),
      reach_(spread.evaluations != 0 ? spread.reach.as<double>() : Reals()),
      overflows_(spread.overflows ? spread.overflows->as<bool>() : Bools()),
      rounding_(rounding_of(computed_in(expected.dtype()))),
      widest_(largest_finite(values_)),
      ulps_(ulps) {}

double RoundingLimits::bound(size_t position) const {
  if (bound_.kind == Bound::Kind::exact) return 0;
  return bound_.kind == Bound::Kind::known ? bounds_.data()[position]
                                           : std::numeric_limits<double>::infinity();
}

bool RoundingLimits::says_nothing(size_t position) const {
  constexpr double useful = 0.01;
  const double error = bound(position);
  return !std::isfinite(error) || (bound_.compounded && error > useful * widest_);
}

double RoundingLimits::ulp(double value) const {
  const double magnitude = std::max(std::fabs(value), rounding_.tiny);
  if (!std::isfinite(magnitude)) return 0;
  return std::ldexp(1.0, std::ilogb(magnitude) - rounding_.bits + 1);
}

ElementLimits RoundingLimits::at(size_t position) const {
  ElementLimits limits;
  if (!says_nothing(position)) limits.bound = bound(position);
  if (!has_spread()) return limits;
  limits.overflows =
      spread_.overflows && overflows_.data()[position] && std::isfinite(values_.data()[position]);
  const bool of_greatest = ulps_ == Ulps::of_greatest;
  const double one = ulp(of_greatest ? widest_ : values_.data()[position]);
  limits.reach = std::max(reach_.data()[position], one);
  // A sampled evaluation that is further off than the bound is sound all the same: then it is the
  // bound that does not know of its way. And where errors are relative to the greatest value, a
  // function near zero may be computed by a formula whose absolute error is small.
  const double known = std::max(*limits.reach, of_greatest ? sound_times * one : 0);
  if (limits.bound > 0) limits.bound = std::max(*limits.bound, known);
  return limits;
}

}  // namespace etalon
