#include "engine/numerics/exact_sum.h"

namespace etalon {

ArbBall ExactSum::ball() const {
  fmpz_t sum;
  fmpz_init(sum);
  for (size_t i = last_; i-- > first_;) {
    fmpz_mul_2exp(sum, sum, digit_bits);
    if (digits_[i] < 0) {
      fmpz_sub_ui(sum, sum, static_cast<ulong>(-digits_[i]));
    } else {
      fmpz_add_ui(sum, sum, static_cast<ulong>(digits_[i]));
    }
  }
  ArbBall result;
  arb_set_fmpz(result.get(), sum);
  arb_mul_2exp_si(result.get(), result.get(),
                  static_cast<slong>(std::min(first_, last_) * digit_bits) - 1074);
  fmpz_clear(sum);
  return result;
}

}  // namespace etalon
