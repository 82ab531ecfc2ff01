// What the signal operators share: points on the unit circle, windows, and an attribute.
#pragma once

#include <map>

#include "engine/formula.h"
#include "engine/numerics/cast.h"
#include "engine/operators/input_shapes.h"
#include "engine/operators/output_type.h"
#include "engine/values/evaluation.h"
#include "engine/values/monte_carlo.h"

namespace etalon {

template <class R>
struct Point {
  R re, im;

  // What part p of a number z (0: real, 1: imaginary) is multiplied by in a part of z times this.
  R factor(size_t p, size_t part) const {
    if (p == part) return re;
    return part == 1 ? im : R(-im);
  }
};

// In samples as the runtime's type has it.
template <class R>
R sampled_pi() {
  if constexpr (std::same_as<R, Ball>) {
    MonteCarlo* const runtime = evaluation().sampled;
    if (runtime) return {runtime->rounded(std::numbers::pi), Ball::sampled};
  }
  return real::pi<R>();
}

template <class R>
Point<R> point_at_angle(double turn, uint64_t turns) {
  const R angle = 2 * sampled_pi<R>() * R(turn) / R(double(turns));
  return {real::cos(angle), real::sin(angle)};
}

// e^(2πi · turn / turns), whose parts are exact at quarters: the angle is brought into the first
// eighth by symmetry. Samples have it as it is.
template <class R>
Point<R> unit_root(uint64_t turn, uint64_t turns) {
  turn %= turns;
  if (std::same_as<R, Ball> && evaluation().sampled) return point_at_angle<R>(turn, turns);
  if (2 * turn > turns) {
    const Point<R> z = unit_root<R>(turns - turn, turns);
    return {z.re, -z.im};
  }
  if (4 * turn > turns) {
    const Point<R> z = unit_root<R>(turns - 2 * turn, 2 * turns);
    return {-z.re, z.im};
  }
  if (8 * turn > turns) {
    const Point<R> z = unit_root<R>(turns - 4 * turn, 4 * turns);
    return {z.im, z.re};
  }
  return point_at_angle<R>(turn, turns);
}

// e^(2πi j / N) for j < N, each evaluated once for each number type.
class UnitRoots {
 public:
  explicit UnitRoots(size_t N) : N_(N) {}

  template <class R>
  const Point<R>& at(size_t j) const {
    if constexpr (std::same_as<R, ArbBall>) {
      return filled(arbs_[evaluation().precision])[j];
    } else {
      return filled(balls_)[j];
    }
  }

 private:
  template <class R>
  const std::vector<Point<R>>& filled(std::vector<Point<R>>& roots) const {
    for (size_t j = roots.size(); j < N_; ++j) roots.push_back(root<R>(j));
    return roots;
  }

  // j is a product of two indices below N, which a runtime may take as it is.
  template <class R>
  Point<R> root(size_t j) const {
    MonteCarlo* const runtime = evaluation().sampled;
    if (!std::same_as<R, Ball> || !runtime || !runtime->fused()) return unit_root<R>(j, N_);
    const auto N = double(N_);
    return point_at_angle<R>(double(j) + N * std::floor(std::fabs(runtime->random()) * N), N_);
  }

  size_t N_;
  mutable std::vector<Point<Ball>> balls_;
  mutable std::map<long, std::vector<Point<ArbBall>>> arbs_;  // by their bits
};

// Attribute onesided, "Values can be 0 or 1".
inline bool is_onesided(const Call& call) {
  const int64_t onesided = call.integer("onesided");
  if (onesided != 0 && onesided != 1) throw InvalidInput("onesided is {}, not 0 or 1", onesided);
  return onesided == 1;
}

// cos(2π · turn / turns).
template <class R>
R cosine(uint64_t turn, uint64_t turns) {
  return unit_root<R>(turn, turns).re;
}

// values(type), a float type, as the type that attribute output_datatype names, float by default;
// integer types are cast to.
template <class F>
Tensor as_output_datatype(const Call& call, F values) {
  const DType type = output_type(call, "output_datatype", DType::float32);
  return is_float(type) ? values(type) : cast(values(DType::float64), type);
}

// The values f.operator()<R>(n, N) of a window for n < size, where N = size if periodic, else
// size - 1. A symmetric window of size 1 divides 0 by 0.
template <class F>
Tensor window_of(const Call& call, F f) {
  const auto size = scalar_input<int64_t>(call, "size");
  if (size < 0) throw InvalidInput("size is {}", size);
  const auto N = static_cast<uint64_t>(call.flag("periodic") ? size : size - 1);
  return as_output_datatype(call, [&](DType type) {
    return each_output(type, {static_cast<size_t>(size)}, [&]<class R>(size_t n) -> R {
      return N == 0 ? R(std::nan("")) : f.template operator()<R>(n, N);
    });
  });
}

}  // namespace etalon
