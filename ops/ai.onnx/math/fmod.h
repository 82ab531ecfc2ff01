// A - trunc(A / B) · B over balls, exactly, as C's fmod. The result has a's sign.
#pragma once

#include <cmath>

#include "engine/numerics/carriers.h"
#include "engine/numerics/depth.h"

namespace etalon::real {

inline float fmod(float a, float b) { return std::fmod(a, b); }
inline double fmod(double a, double b) { return std::fmod(a, b); }
// Throws Undecided where an operand is not known exactly.
template <BallCarrier R>
R fmod(const R& a, const R& b) {
  if (a.radius() != 0 || b.radius() != 0) throw Undecided();
  return R(std::fmod(a.middle(), b.middle()));
}
inline Depth fmod(const Depth& a, const Depth& b) {
  if (a.roundings() != 0 || b.roundings() != 0) throw Undecided();
  return a;
}

}  // namespace etalon::real
