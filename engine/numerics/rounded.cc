#include "engine/numerics/rounded.h"

#include "engine/values/tensor.h"

namespace etalon {

bool decides_by_rounding(DType type, const Ball& y) {
  if (y.radius() == 0) return true;
  const double lower = round_to(type, y.lower());
  const double upper = round_to(type, y.upper());
  return type != DType::float64 && lower == upper && std::signbit(lower) == std::signbit(upper);
}

double refined(DType type, double approximate, const std::function<ArbBall()>& evaluate) {
  constexpr long least_bits = 80;
  constexpr long most_bits = 5120;
  constexpr uint64_t cost = 4000;  // of a formula over ArbBalls: about a microsecond
  constexpr long poles_end = 320;  // a result that is not finite by then never is
  for (long bits = least_bits; bits <= most_bits; bits *= 2) {
    count_work(cost);
    const PrecisionScope scope(bits);
    try {
      const ArbBall y = evaluate();
      if (const auto value = y.rounded(type)) {
        return *value;
      }
      if (!y.finite() && bits >= poles_end) break;
    } catch (const Undecided&) {
    }
  }
  return approximate;
}

}  // namespace etalon
