#include "engine/numerics/ball.h"

#include "engine/values/evaluation.h"
#include "engine/values/limits.h"
#include "engine/values/monte_carlo.h"

namespace etalon {

double element_radius() { return evaluation().sampled ? Ball::sampled : 0; }

// A sample outlives its evaluation nowhere.
Ball Ball::sampled_sum(double sum, double lost) {
  return {evaluation().sampled->rounded(sum, lost), sampled};
}

Ball Ball::sampled_product(double product, const Ball& a, const Ball& b) {
  const double lost = std::fma(a.middle_, b.middle_, -product);
  return {evaluation().sampled->rounded_product(product, lost), sampled_as_product};
}

Ball Ball::sampled_quotient(double quotient, const Ball& a, const Ball& b) {
  // By a power of two, a quotient is a product.
  int exponent = 0;
  if (std::fabs(std::frexp(b.middle_, &exponent)) == 0.5) {
    return {evaluation().sampled->rounded(quotient), sampled};
  }
  const bool exact = std::fma(quotient, b.middle_, -a.middle_) == 0;
  MonteCarlo& runtime = *evaluation().sampled;
  const unsigned half_ulps = runtime.rounding().approximated(HalfUlps::division);
  return {exact ? runtime.rounded(quotient) : runtime.rounded_function(quotient, half_ulps),
          sampled};
}

namespace real {
namespace {

// f(x) of a sample, by a function that may be off by so many half ULPs.
Ball sample_of(double y, unsigned half_ulps) {
  count_work(work_per_step);
  return {evaluation().sampled->rounded_function(y, half_ulps), Ball::sampled};
}

// The same of a periodic function with this slope at x.
Ball periodic_sample(double y, const Ball& x, double slope, unsigned half_ulps) {
  MonteCarlo& runtime = *evaluation().sampled;
  const double off = slope * runtime.rounding().of_period(x.middle()) * runtime.random();
  return sample_of(runtime.seed() == 0 || !std::isfinite(off) ? y : y + off, half_ulps);
}

// The same of a function that a runtime may declare to be approximated.
Ball approximate_sample(double y, unsigned half_ulps) {
  return sample_of(y, evaluation().sampled->rounding().approximated(half_ulps));
}

constexpr double unknown = std::numeric_limits<double>::infinity();

// f(x) where |f'| ≤ slope between x's members.
Ball with_slope(double y, const Ball& x, double slope) {
  count_work(work_per_step);
  const double m = x.middle();
  if (x.radius() == 0) {
    // At 0 each of these functions has its exact value, and those that are 0 at 1, too. Outside its
    // domain a function is NaN.
    if (m == 0 || (m == 1 && y == 0) || std::isnan(y)) return y;
    if (!std::isfinite(m) && (y == 0 || !std::isfinite(y))) return y;
    return Ball::rounded(y, 0, Ball::library_error);
  }
  return Ball::rounded(y, slope * x.radius(), Ball::library_error);
}

// f(x) for functions that are only asked for exact arguments: others are left to ArbBall.
Ball of_exact(double y, const Ball& x) { return with_slope(y, x, unknown); }

// For f' ≤ growth at the middle, and at most e times that within a distance of 1.
Ball with_growth(double y, const Ball& x, double growth) {
  const double r = x.radius();
  return with_slope(y, x, r <= 1 ? growth * (1 + 2 * r) : unknown);
}

}  // namespace

Ball sqrt(const Ball& x) {
  if (x.is_sample()) return approximate_sample(sqrt(x.middle()), HalfUlps::sqrt);
  const double y = std::sqrt(x.middle());
  if (x.radius() == 0) {
    const bool exact = static_cast<float>(y) == y && y * y == x.middle();
    return exact || !std::isfinite(y) ? Ball(y) : Ball::rounded(y, 0);
  }
  const double least = x.middle() - x.radius();
  return Ball::rounded(y, least > 0 ? x.radius() / (2 * std::sqrt(least)) : unknown);
}

Ball exp_of_any(const Ball& x) {
  if (x.is_sample()) return approximate_sample(exp(x.middle()), HalfUlps::exp);
  const double y = exp(x.middle());
  return with_growth(y, x, y * (1 + Ball::library_error));
}

Ball expm1(const Ball& x) {
  if (x.is_sample()) {  // as formulas of the specification have it, or by a function for it
    return evaluation().sampled->fused() ? sample_of(expm1(x.middle()), HalfUlps::exp) : exp(x) - 1;
  }
  const double y = expm1(x.middle());
  return with_growth(y, x, (std::fabs(y) + 1) * (1 + Ball::library_error));
}

Ball log(const Ball& x) {
  if (x.is_sample()) return sample_of(log(x.middle()), HalfUlps::log);
  const double least = x.middle() - x.radius();
  const double y = log(x.middle());
  return with_slope(y, x, least > 0 ? 1 / least : unknown);
}

Ball log1p(const Ball& x) {
  if (x.is_sample()) {
    return evaluation().sampled->fused() ? sample_of(log1p(x.middle()), HalfUlps::log) : log(1 + x);
  }
  const double least = 1 + x.middle() - x.radius();
  return with_slope(log1p(x.middle()), x, least > 0x1p-20 ? 1.01 / least : unknown);
}

Ball sin(const Ball& x) {
  if (x.is_sample()) return periodic_sample(sin(x.middle()), x, 1, HalfUlps::sin);
  return with_slope(sin(x.middle()), x, 1);
}

Ball cos(const Ball& x) {
  if (x.is_sample()) return periodic_sample(cos(x.middle()), x, 1, HalfUlps::cos);
  return with_slope(cos(x.middle()), x, 1);
}

Ball tan(const Ball& x) {
  const double y = tan(x.middle());
  const double slope = 1 + y * y;
  if (x.is_sample()) return periodic_sample(y, x, slope, HalfUlps::tan);
  return with_slope(y, x, x.radius() * slope < 0.01 ? 1.1 * slope : unknown);
}

Ball asin(const Ball& x) {
  if (x.is_sample()) return sample_of(asin(x.middle()), HalfUlps::asin);
  return of_exact(asin(x.middle()), x);
}

Ball acos(const Ball& x) {
  if (x.is_sample()) return sample_of(acos(x.middle()), HalfUlps::acos);
  const double y = acos(x.middle());
  if (x.radius() == 0 && y != 0) return Ball::rounded(y, 0, Ball::library_error);  // π/2 at 0
  return of_exact(y, x);
}

Ball atan(const Ball& x) {
  if (x.is_sample()) return sample_of(atan(x.middle()), HalfUlps::atan);
  return with_slope(atan(x.middle()), x, 1);
}

Ball sinh(const Ball& x) {
  if (x.is_sample()) return sample_of(sinh(x.middle()), HalfUlps::sinh);
  const double y = sinh(x.middle());
  return with_growth(y, x, (std::fabs(y) + 1) * (1 + Ball::library_error));
}

Ball cosh(const Ball& x) {
  if (x.is_sample()) return sample_of(cosh(x.middle()), HalfUlps::cosh);
  const double y = cosh(x.middle());
  return with_growth(y, x, y * (1 + Ball::library_error));
}

Ball tanh(const Ball& x) {
  if (x.is_sample()) return approximate_sample(tanh(x.middle()), HalfUlps::tanh);
  return with_slope(tanh(x.middle()), x, 1);
}

Ball asinh(const Ball& x) {
  if (x.is_sample()) return sample_of(asinh(x.middle()), HalfUlps::asinh);
  return with_slope(asinh(x.middle()), x, 1);
}

Ball acosh(const Ball& x) {
  if (x.is_sample()) return sample_of(acosh(x.middle()), HalfUlps::acosh);
  return of_exact(acosh(x.middle()), x);
}

Ball atanh(const Ball& x) {
  if (x.is_sample()) return sample_of(atanh(x.middle()), HalfUlps::atanh);
  const double y = atanh(x.middle());
  if (x.radius() == 0 && std::fabs(x.middle()) == 1) return y;
  return of_exact(y, x);
}

// The slope of erf is at most 2/√π.
Ball erf(const Ball& x) {
  if (x.is_sample()) return approximate_sample(erf(x.middle()), HalfUlps::erf);
  return with_slope(erf(x.middle()), x, 1.13);
}

// The slope of erfc is at most 2/√π; for x > 0, at most (2x + 2)·erfc(x) in magnitude.
Ball erfc(const Ball& x) {
  if (x.is_sample()) return sample_of(erfc(x.middle()), HalfUlps::erfc);
  const double m = x.middle();
  const double y = erfc(m);
  if (m <= 0) return with_slope(y, x, 1.13);
  const double relative = 2 * m + 2;
  return with_slope(y, x, x.radius() * relative < 0.01 ? 1.1 * y * relative : unknown);
}

// The greatest whole exponent for which products take less time than the library's function.
constexpr double few_factors = 4;

// At least the radius times |ln x|, of a positive x. |ln x| ≤ (|⌊log2 x⌋| + 1) · ln 2, which saves
// the logarithm where the product is little beside the error of a library's function.
double times_logarithm(double radius, double x) {
  const double coarse = radius * (std::fabs(std::logb(x)) + 1) * 0.7;
  return coarse <= Ball::library_error / 4 ? coarse : radius * (1.01 * std::fabs(log(x)) + 0x1p-40);
}

// x'^y' = z · exp(t) with |t| ≤ (|y| + y's radius) · |ln x'/x| + y's radius · |ln x|.
Ball pow(const Ball& x, const Ball& y) {
  if (y.radius() == 0 && y.middle() >= 1 && y.middle() <= few_factors &&
      std::trunc(y.middle()) == y.middle()) {
    Ball product = x;
    for (auto left = static_cast<int>(y.middle()); left > 1; --left) product *= x;
    return product;
  }
  const double z = pow(x.middle(), y.middle());
  if (x.is_sample() || y.is_sample()) return sample_of(z, HalfUlps::pow);
  if (x.radius() == 0 && y.radius() == 0) {
    const bool special = !std::isfinite(x.middle()) || !std::isfinite(y.middle());
    if (special || x.middle() == 0 || x.middle() == 1 || y.middle() == 0 || std::isnan(z)) return z;
    return Ball::rounded(z, 0, Ball::library_error);
  }
  if (!(x.middle() > 0)) return {z, unknown};
  const double away = x.radius() / x.middle();
  const double t =
      (std::fabs(y.middle()) + y.radius()) * 1.02 * away + times_logarithm(y.radius(), x.middle());
  return Ball::rounded(z, away < 0.01 && t < 0.01 ? 1.02 * z * t : unknown, Ball::library_error);
}

namespace {

Ball whole(double (*f)(double), const Ball& x) {
  const double y = f(x.middle());
  if (x.is_sample()) return {y, x.radius()};
  if (x.radius() == 0 || (f(x.lower()) == y && f(x.upper()) == y)) return y;
  throw Undecided();
}

}  // namespace

Ball floor(const Ball& x) { return whole(floor, x); }
Ball ceil(const Ball& x) { return whole(ceil, x); }
Ball trunc(const Ball& x) { return whole(trunc, x); }
Ball rint(const Ball& x) { return whole(rint, x); }

}  // namespace real
}  // namespace etalon
