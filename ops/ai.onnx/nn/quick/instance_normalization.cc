// InstanceNormalization of floats of at most 32 bits in doubles, with a bound of their error.
#include "engine/numerics/compensated.h"
#include "engine/numerics/numerics.h"
#include "engine/numerics/rounded.h"
#include "engine/operators/rooms.h"
#include "engine/values/limits.h"

namespace etalon {
namespace {

constexpr size_t parts = 8;

// Adds a term to a sum, and the error of that to what is lost.
inline void add(double term, double& sum, double& lost) {
  const double next = sum + term;
  lost += lost_by_adding(sum, term, next);
  sum = next;
}

// Σ term(x). Each term, and each error, goes through less than count + 2 · parts additions. Vectors
// hold the parts.
template <class Term>
double sum_of(const double* x, size_t count, Term term) {
  double sums[parts] = {}, lost[parts] = {};
  size_t i = 0;
  for (; i + parts <= count; i += parts) {
    for (size_t part = 0; part < parts; ++part) add(term(x[i + part]), sums[part], lost[part]);
  }
  for (; i < count; ++i) add(term(x[i]), sums[0], lost[0]);
  for (size_t part = 1; part < parts; ++part) {
    add(sums[part], sums[0], lost[0]);
    lost[0] += lost[part];
  }
  return sums[0] + lost[0];
}

// Exceeds what is left out of a bound of a line of up to 2^30 elements: products of errors, and the
// rounding of the bound itself.
constexpr double slack = 1 + 0x1p-20;

// What a line's standardized values are multiplied with, and what is added then.
struct Scaling {
  double factor, offset;
};

// No step leaves the range of normal doubles, but to an exact 0: means, and so differences, are
// multiples of 2^-300; and the scaling and epsilon are floats, too.
bool standardized(DType type, double* line, size_t count, double epsilon, const Scaling& scaling) {
  count_work(3 * work_per_step * count);
  constexpr double u = Ball::half_ulp;
  const auto n = static_cast<double>(count);
  const double m = sum_of(line, count, [](double x) { return x; }) / n;
  const double v = sum_of(line, count, [m](double x) { return (x - m) * (x - m); }) / n;

  // The errors of h additions are at most h·u·Σ|terms| in all, and so are their own, of them. So a
  // sum is at most u of itself and (h·u)²·Σ|terms| off. A term (x − m)² is 3·u of itself off, and
  // v is about Σ(x − m)²/n = variance + (m − mean)². Σ|x|/n ≤ √(Σx²/n) ≤ |m| + √(Σ(x − m)²/n).
  const double hu = (n + 2 * parts) * u;
  const double rest = hu * hu;
  const double off = (2 * u * std::fabs(m) + rest * (std::fabs(m) + std::sqrt(v))) * slack;
  const Ball variance(v, ((5 * u + rest) * v + off * off) * slack);
  const Ball gain = Ball(scaling.factor) / real::sqrt(variance + epsilon);
  const double g = gain.middle();
  if (!std::isfinite(g) || !std::isfinite(gain.radius())) return false;

  // With d, the rounded x − m, which is u·|d| + off from x − mean: the product g·d is off by the
  // gain's radius times |d|, the greatest gain times the error of d, and its own rounding.
  const double greatest = std::fabs(g) + gain.radius();
  const double base = greatest * off * slack;
  const double slope = (gain.radius() + (greatest + std::fabs(g)) * u) * slack;
  for (size_t i = 0; i < count; ++i) {
    const double d = line[i] - m;
    const double y = g * d + scaling.offset;
    const Ball result(y, std::fabs(d) * slope + base + std::fabs(y) * (u * slack));
    if (y == 0 || !decides(type, result)) return false;
    line[i] = y;
  }
  return true;
}

bool instance_normalization(const Call& call, DType type, double* set, size_t count,
                            size_t number) {
  const size_t c = number % call.tensor("input").dim(1);
  const auto of_channel = [&](std::string_view input) {
    return slice(call.tensor(input), 0, c, c + 1).item<double>();
  };
  return standardized(type, set, count, call.real("epsilon"),
                      {of_channel("scale"), of_channel("B")});
}

const Quick op("InstanceNormalization", instance_normalization);

}  // namespace
}  // namespace etalon
