// n-grams of a sequence of tokens.
#pragma once

#include "engine/formula.h"

namespace etalon {

// Whether the n − 1 tokens before `end` are those at the end of the sequence.
inline bool repeats(const int64_t* sequence, size_t length, size_t end, size_t n) {
  count_work(work_per_step * n);
  return std::equal(sequence + end - (n - 1), sequence + end, sequence + length - (n - 1));
}

}  // namespace etalon
