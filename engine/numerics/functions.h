// The elementary functions for double. Formulas over a number type R call functions of these names,
// and so can be evaluated over balls as well (ball.h, arb_ball.h).
#pragma once

#include <cmath>
#include <numbers>

namespace etalon {

inline bool is_finite(double x) { return std::isfinite(x); }

}  // namespace etalon

namespace etalon::real {

template <class R>
R pi();
template <>
inline double pi() {
  return std::numbers::pi;
}

inline double abs(double x) { return std::fabs(x); }
inline double sqrt(double x) { return std::sqrt(x); }
inline double exp(double x) { return std::exp(x); }
inline double expm1(double x) { return std::expm1(x); }
inline double log(double x) { return std::log(x); }
inline double log1p(double x) { return std::log1p(x); }
inline double sin(double x) { return std::sin(x); }
inline double cos(double x) { return std::cos(x); }
inline double tan(double x) { return std::tan(x); }
inline double asin(double x) { return std::asin(x); }
inline double acos(double x) { return std::acos(x); }
inline double atan(double x) { return std::atan(x); }
inline double sinh(double x) { return std::sinh(x); }
inline double cosh(double x) { return std::cosh(x); }
inline double tanh(double x) { return std::tanh(x); }
inline double asinh(double x) { return std::asinh(x); }
inline double acosh(double x) { return std::acosh(x); }
inline double atanh(double x) { return std::atanh(x); }
inline double erf(double x) { return std::erf(x); }
inline double erfc(double x) { return std::erfc(x); }
inline double pow(double x, double y) { return std::pow(x, y); }
inline double floor(double x) { return std::floor(x); }
inline double ceil(double x) { return std::ceil(x); }
inline double trunc(double x) { return std::trunc(x); }
inline double rint(double x) { return std::nearbyint(x); }  // halves to the even neighbour

}  // namespace etalon::real
