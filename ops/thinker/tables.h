// The chip's piecewise-linear sigmoid and tanh.
#pragma once

#include <cstdint>

namespace etalon::thinker {

// x is a number of Q11 (x / 2^11), saturated to int16 first; the result is int8 with the scale 128.
int64_t sigmoid7(int64_t x);
int64_t tanh7(int64_t x);

}  // namespace etalon::thinker
