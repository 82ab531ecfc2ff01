#include "ops/ai.onnx/nn/quick_lines.h"

#include <bit>
#include <numeric>

#include "engine/numerics/rounded.h"
#include "engine/values/limits.h"

namespace etalon {
namespace {

constexpr size_t at_once = 256;
constexpr size_t parts = 8;

// Σ term(x). Vectors hold the parts.
template <class Term>
double sum_by_halves(const double* x, size_t count, Term term) {
  if (count > at_once) {
    const size_t half = count / 2;
    return sum_by_halves(x, half, term) + sum_by_halves(x + half, count - half, term);
  }
  double sums[parts] = {};
  size_t i = 0;
  for (; i + parts <= count; i += parts) {
    for (size_t part = 0; part < parts; ++part) sums[part] += term(x[i + part]);
  }
  for (; i < count; ++i) sums[0] += term(x[i]);
  return std::accumulate(sums, sums + parts, 0.0);
}

// How many additions a term of such a sum goes through, at most: those of its part, with what is
// left over, those of the parts, and one for each halving.
double additions(size_t count) {
  return static_cast<double>(at_once / parts + (parts - 1) + parts +
                             std::bit_width(count / at_once));
}

// Exceeds what is left out of a bound: products of errors, and the rounding of the bound itself.
constexpr double slack = 1 + 0x1p-20;

}  // namespace

// No step leaves the range of normal doubles, but to an exact 0: means, and so differences, are
// multiples of 2^-300; and the scaling and epsilon are floats, too.
bool standardize_quickly(DType type, double* line, size_t count, double epsilon,
                         const Scaling& scaling) {
  count_work(3 * work_per_step * count);
  constexpr double u = Ball::half_ulp;
  const auto n = static_cast<double>(count);
  const double h = additions(count);
  const double m = sum_by_halves(line, count, [](double x) { return x; }) / n;
  const double v = sum_by_halves(line, count, [m](double x) { return (x - m) * (x - m); }) / n;

  // A sum whose terms go through h additions is at most h·u·Σ|terms| off, and a term (x − m)² 3·u
  // of itself. So v is at most (h + 4)·u of itself off from Σ(x − m)²/n = variance + (m − mean)²;
  // and m is at most (h + 1)·u·Σ|x|/n off, where Σ|x|/n ≤ √(Σx²/n) ≤ |m| + √(Σ(x − m)²/n).
  const double off = (h + 1) * u * (std::fabs(m) + std::sqrt(v)) * slack;
  const Ball variance(v, ((h + 4) * u * v + off * off) * slack);
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

}  // namespace etalon
