// Another honest evaluation: what one runtime may get that rounds each operation.
//
// Monte Carlo arithmetic: exact results are rounded up or down at random, in proportion to their
// distances, sums are taken in different orders, functions are off by some of what runtimes
// document. A number of such evaluations shows how far honest results lie apart.
//
// Sources: D. S. Parker, "Monte Carlo arithmetic: exploiting randomness in floating-point
// arithmetic", 1997; F. Jezequel and J.-M. Chesneaux, "CADNA: a library for estimating round-off
// error propagation", 2008; C. Denis, P. de Oliveira Castro and E. Petit, "Verificarlo: checking
// floating point accuracy through Monte Carlo arithmetic", 2016.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/values/rounding.h"

namespace etalon {

// One evaluation in a float type. Its habits, such as the order of sums, come from the seed; 0 is
// the evaluation as it is written: sums in order, each operation rounded to the nearest.
class MonteCarlo {
 public:
  MonteCarlo(const Rounding& rounding, uint64_t seed);

  const Rounding& rounding() const { return rounding_; }

  // The number high + low, rounded. A number that the type holds stays as it is.
  double rounded(double high, double low = 0);
  // The same of a product: a runtime that fuses it with the addition that follows does not round.
  double rounded_product(double high, double low);
  // A function's result, which may be off by so many half ULPs.
  double rounded_function(double y, unsigned half_ulps);

  // Into so many parts a sum's terms are dealt, in turn.
  size_t parts() const { return parts_; }
  // True where sums are taken in the type itself; else in a wider one, and rounded once.
  bool narrow_sums() const { return narrow_sums_; }
  bool nearest() const { return nearest_; }
  bool fused() const { return fused_; }

  // From -1 to 1, all alike.
  double random();

 private:
  double to_bits(double x) const;
  double in_range(double x) const;

  Rounding rounding_;
  double splitter_;  // 2^(53 - bits) + 1
  uint64_t state_;
  bool nearest_, fused_, flushes_, narrow_sums_, narrow_range_;
  size_t parts_;
  double bias_, noise_;  // of functions, as parts of what they may be off by
};

}  // namespace etalon
