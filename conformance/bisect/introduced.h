// How far a runtime's value is from Etalon's, in one number for all types.
#pragma once

#include <string>

#include "engine/values/value.h"

namespace etalon {

struct Deviation {
  // The largest difference relative to the largest expected magnitude: 0.5 for 1.5 expected 1.
  // Infinite where no number says it: NaN or infinity on one side, another type or shape.
  double size = 0;
  // What differs, where the size does not say it all: "768 of 2048 integers differ, by up to 42",
  // "NaN on one side in 3 of 10 elements". Empty for floats.
  std::string what;
};

Deviation deviation(const Value& got, const Value& expected);

}  // namespace etalon
