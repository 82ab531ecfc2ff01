// How often a step of a sampled evaluation has exceeded its type.
#pragma once

#include <cstdint>

namespace etalon {

// On this thread, in all evaluations by Monte Carlo arithmetic (monte_carlo.h).
uint64_t overflowed_steps();

}  // namespace etalon
