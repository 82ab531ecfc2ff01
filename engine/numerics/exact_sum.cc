#include "engine/numerics/exact_sum.h"

#include "engine/numerics/limbs.h"

namespace etalon {

ArbBall ExactSum::ball() const {
  fmpz_t sum, digit;
  fmpz_init(sum);
  fmpz_init(digit);
  for (size_t i = last_; i-- > first_;) {
    fmpz_mul_2exp(sum, sum, digit_bits);
    const bool negative = digits_[i] < 0;
    set_unsigned(digit, static_cast<uint64_t>(negative ? -digits_[i] : digits_[i]));
    (negative ? fmpz_sub : fmpz_add)(sum, sum, digit);
  }
  fmpz_clear(digit);
  ArbBall result;
  arb_set_fmpz(result.get(), sum);
  arb_mul_2exp_si(result.get(), result.get(),
                  static_cast<slong>(std::min(first_, last_) * digit_bits) - 1074);
  fmpz_clear(sum);
  return result;
}

}  // namespace etalon
