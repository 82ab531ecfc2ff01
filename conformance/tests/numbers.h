// Short names for NaN and infinity.
#pragma once

#include <limits>

namespace etalon::test {

inline constexpr double inf = std::numeric_limits<double>::infinity();
inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();

}  // namespace etalon::test
