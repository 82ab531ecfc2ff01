#include "engine/numerics/arb_dot.h"

#include <algorithm>
#include <limits>

#include "engine/values/evaluation.h"

namespace etalon {

bool may_hide(const Strided<ArbBall>& x, size_t n) {
  double least = std::numeric_limits<double>::infinity(), greatest = -least;  // exponents
  for (size_t k = 0; k < n; ++k) {
    if (x[k].rest()) return true;
    if (arf_is_zero(arb_midref(x[k].get()))) continue;
    const auto exponent = static_cast<double>(arf_abs_bound_lt_2exp_si(arb_midref(x[k].get())));
    least = std::min(least, exponent);
    greatest = std::max(greatest, exponent);
  }
  return greatest - least > static_cast<double>(evaluation().precision);
}

}  // namespace etalon
