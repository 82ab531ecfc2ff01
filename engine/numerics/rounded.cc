#include "engine/numerics/rounded.h"

#include <limits>
#include <utility>

#include "engine/values/evaluation.h"
#include "engine/values/monte_carlo.h"
#include "engine/values/rounding.h"
#include "engine/values/side.h"

namespace etalon {

bool decides_by_rounding(DType type, const Ball& y) {
  if (y.radius() <= 0) return true;  // known, or a sample
  const double lower = round_to(type, y.lower());
  const double upper = round_to(type, y.upper());
  return type != DType::float64 && lower == upper && std::signbit(lower) == std::signbit(upper);
}

double undecided_as(double middle) {
  return evaluation().marks_undecided ? std::numeric_limits<double>::quiet_NaN() : middle;
}

double refined(DType type, double approximate, const std::function<ArbBall()>& evaluate) {
  if (evaluation().once_over_arbs() || evaluation().sampled) evaluation().lose_errors();
  constexpr long least_bits = 80;
  constexpr long most_bits = 5120;
  constexpr uint64_t cost = 4000;  // of a formula over ArbBalls: about a microsecond
  constexpr long poles_end = 320;  // a result that is not finite by then never is
  bool pole = false;
  for (long bits = least_bits; bits <= most_bits; bits *= 2) {
    count_work(cost);
    const Setting scope(&Evaluation::precision, bits);
    try {
      const ArbBall y = evaluate();
      if (const auto value = y.rounded(type)) {
        return *value;
      }
      pole = !y.finite() && bits >= poles_end;
      if (pole) break;
    } catch (const Undecided&) {
    }
  }
  if (pole) return approximate;
  ++evaluation().undecided_results;
  return undecided_as(approximate);
}

}  // namespace etalon
