// Masks of words.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

// Ones, and then zeros: other masks are open.
inline void add_ones_first(Drafting& call, const Shape& tokens) {
  std::vector<int64_t> mask;
  for (size_t b = 0; b < tokens[0]; ++b) {
    const size_t ones = call.draw().below(tokens[1] + 1);
    for (size_t s = 0; s < tokens[1]; ++s) mask.push_back(s < ones);
  }
  call.add_integers(tokens, mask);
}

}  // namespace etalon::rules
