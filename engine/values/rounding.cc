#include "engine/values/rounding.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/values/errors.h"
#include "engine/values/monte_carlo.h"
#include "engine/values/tensor.h"

namespace etalon {
double Rounding::unit() const { return std::ldexp(1.0, -bits); }

double Rounding::of_sum(double addends) const {
  constexpr double lambda = 6;  // fails with a probability of 2·exp(−18) for each sum
  return unit() * (worst ? addends : std::min(addends, lambda * std::sqrt(addends)));
}

namespace {

constexpr int single_bits = 24;
constexpr double half_least = 0x1p-24, half_least_normal = 0x1p-14, half_greatest = 65504;

// A number that is rounded towards 0 is off by less than this part of it.
double part_cut(const FactorFormat& format) { return std::ldexp(1.0, 1 - format.bits); }

}  // namespace

Rounding Rounding::of_products() const {
  if (bits != single_bits || !declared.f16_sums) return *this;
  Rounding sums = *this;
  sums.bits = 11;
  sums.tiny = declared.flush ? half_least_normal : half_least;
  sums.greatest = half_greatest;
  return sums;
}

bool Rounding::rounds_factors() const {
  return bits == single_bits &&
         (declared.tf32 || declared.bf16 || declared.f16 || declared.f16_sums);
}

std::vector<FactorFormat> Rounding::factor_formats() const {
  std::vector<FactorFormat> formats;
  if (!rounds_factors()) return formats;
  const double half_tiny = declared.flush ? half_least_normal : half_least;
  if (declared.tf32) formats.push_back({11, tiny, greatest});
  if (declared.bf16) formats.push_back({8, tiny, greatest});
  if (declared.f16 || declared.f16_sums) formats.push_back({11, half_tiny, half_greatest});
  return formats;
}

double Rounding::of_factors(double a, double b) const {
  return of_factors(1, std::fabs(a * b), std::fabs(a), std::fabs(b));
}

double Rounding::of_factors(double n, double magnitude, double a, double b) const {
  double most = 0;
  for (const FactorFormat& format : factor_formats()) {
    if (a > format.greatest || b > format.greatest) return std::numeric_limits<double>::infinity();
    const double part = part_cut(format);
    most = std::max(most, part * (2 + part) * magnitude + n * format.tiny * (a + b + format.tiny));
  }
  return most;
}

// Three parts of π of 33 bits each have 99 of the 106 that twice the digits of float64 are.
double Rounding::of_period(double x) const { return 64 * std::fabs(x) * unit() * unit(); }

unsigned Rounding::approximated(unsigned half_ulps) const {
  constexpr unsigned within = 33;  // 2^-20 of the result is 32 half ULPs at most; and a rounding
  const bool applies = declared.approximate && bits == single_bits;
  return applies ? std::max(half_ulps, within) : half_ulps;
}

bool has_rounding(DType type) {
  return type == DType::float64 || type == DType::float32 || type == DType::float16 ||
         type == DType::bfloat16;
}

// float16 keeps its subnormal numbers unless `flush` is declared.
Rounding rounding_of(DType type, const Arithmetic& declared) {
  constexpr double least_single = std::numeric_limits<float>::min();
  const auto rounding = [&](int bits, double tiny, double greatest) {
    return Rounding{bits, tiny, greatest, true, declared};
  };
  switch (type) {
    case DType::float64:
      return rounding(53, std::numeric_limits<double>::min(), std::numeric_limits<double>::max());
    case DType::float32:
      return rounding(single_bits, least_single, std::numeric_limits<float>::max());
    case DType::float16:
      return rounding(11, declared.flush ? half_least_normal : half_least, half_greatest);
    case DType::bfloat16:
      return rounding(8, least_single, 0x1.fep127);
    default:
      throw InternalError("there are no bounds for {}", name(type));
  }
}

}  // namespace etalon
