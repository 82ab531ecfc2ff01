// A sampled evaluation: a possible result of a sound runtime, which rounds each operation.
//
// Monte Carlo arithmetic: exact results are rounded up or down at random, in proportion to their
// distances; sums are taken in different orders; functions have random errors within the bounds
// that runtimes document. A number of sampled evaluations shows how far sound results lie apart.
//
// Sources: D. S. Parker, "Monte Carlo arithmetic: exploiting randomness in floating-point
// arithmetic", 1997; F. Jezequel and J.-M. Chesneaux, "CADNA: a library for estimating round-off
// error propagation", 2008; C. Denis, P. de Oliveira Castro and E. Petit, "Verificarlo: checking
// floating point accuracy through Monte Carlo arithmetic", 2016.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/values/rounding.h"

namespace etalon {

// One evaluation in a float type. The seed decides its properties, such as the order of sums; seed
// 0 is the evaluation as written: sums in order, each operation rounded to the nearest.
class MonteCarlo {
 public:
  MonteCarlo(const Rounding& rounding, uint64_t seed);

  const Rounding& rounding() const { return rounding_; }
  uint64_t seed() const { return seed_; }

  // The number high + low, rounded. A number that the type holds stays as it is.
  double rounded(double high, double low = 0);
  // A product, rounded, unless this runtime fuses it with the following addition.
  double rounded_product(double high, double low);
  // A sum of products, rounded to the type in which sums of products are kept.
  double rounded_sum(double high, double low = 0);
  // A factor of a product in a sum, rounded if the factors' rounding is declared.
  double factor(double x);
  bool rounds_factors() const { return factors_.has_value(); }
  // A product in a sum, of which the factors are not known, as rounding them may change it.
  double with_rounded_factors(double product);
  // The bits of the significand that sums of products are kept in.
  int sum_bits() const { return sums_.bits; }
  // A function's result, which may be off by this many half ULPs.
  double rounded_function(double y, unsigned half_ulps);

  // The number of parts into which a sum's terms are dealt, in turn.
  size_t parts() const { return parts_; }
  // True where sums are taken in the type itself; else in a wider one, and rounded once.
  bool narrow_sums() const { return narrow_sums_; }
  bool nearest() const { return nearest_; }
  bool fused() const { return fused_; }
  bool flushes() const { return flushes_; }

  // Uniform from -1 to 1.
  double random();

 private:
  // Numbers that results are rounded to.
  struct Format {
    explicit Format(const Rounding& rounding);
    // The nearest number with `bits` bits.
    double nearest(double x) const;
    int bits;
    double tiny, greatest;
    double splitter;  // 2^(53 - bits) + 1
  };
  double rounded_in(const Format& format, double high, double low);
  double in_range(const Format& format, double x) const;
  void declare(uint64_t habits);

  Rounding rounding_;
  uint64_t seed_;
  Format own_, sums_;
  std::optional<FactorFormat> factors_;
  uint64_t state_;
  bool nearest_, fused_, flushes_, narrow_sums_, narrow_range_;
  bool cuts_factors_ = false;
  size_t parts_;
  double bias_, noise_;  // of functions, as parts of what they may be off by
};

}  // namespace etalon
