// Help for the words of a formula (engine/formula.h): parts of the results that quick/ knows
// sooner. The words still decide each digit, and evaluate the formula where help leaves it open.
#pragma once

#include "engine/numerics/carriers.h"
#include "engine/operators/rooms.h"

namespace etalon {

// For the first by_sets of an operator's formula, which gives one result of X's shape and of a
// float type of at most 32 bits:
//   const QuickSets op("Softmax", softmax_quickly);
class QuickSets : Quick {
 public:
  // Puts the results in the place of a set's elements: doubles that decide their rounding to
  // `type`. Returns false, and may leave anything, where these do not decide them all.
  using Of = bool (*)(const Call& call, DType type, double* set, size_t count, size_t number);
  QuickSets(std::string_view name, Of of, const char* file = __builtin_FILE(),
            int line = __builtin_LINE())
      : Quick(Word::by_sets, name, reinterpret_cast<Help>(of), file, line) {}
};

// For the first each_output of an operator's formula, which gives results of a float type of at
// most 32 bits.
class QuickOutputs : Quick {
 public:
  // Balls that contain the outputs, in row-major order; fewer than there are where it knows no
  // more.
  using Of = Array<Ball> (*)(const Call& call);
  QuickOutputs(std::string_view name, Of of, const char* file = __builtin_FILE(),
               int line = __builtin_LINE())
      : Quick(Word::each_output, name, reinterpret_cast<Help>(of), file, line) {}
};

}  // namespace etalon
