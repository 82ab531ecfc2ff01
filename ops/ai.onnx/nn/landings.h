// What transposed convolutions and Col2Im share: windows that write instead of read.
#pragma once

#include "engine/numerics/numerics.h"
#include "engine/numerics/window.h"

namespace etalon {

// The outputs and kernel elements that read this position of a channel, by row-major position, in
// the order of kernel elements.
inline std::vector<Landing> landings_at(const Window& window, size_t position) {
  Shape input;
  for (const Sliding& s : window) input.push_back(size_t(s.input));
  const Shape at = index_at(position, input);
  std::vector<Landing> landings{{0, 0}}, next;
  for (size_t axis = 0; axis < window.size(); ++axis) {
    const Sliding& s = window[axis];
    const int64_t sum = int64_t(at[axis]) + s.begin;  // o·stride + k·dilation
    next.clear();
    for (const Landing& before : landings) {
      for (int64_t o = std::min(s.output - 1, sum / s.stride); o >= 0; --o) {
        const int64_t k = (sum - o * s.stride) / s.dilation;
        if (k >= s.kernel) break;
        if (o * s.stride + k * s.dilation != sum) continue;
        next.push_back({before.output * size_t(s.output) + size_t(o),
                        before.k * size_t(s.kernel) + size_t(k)});
      }
    }
    landings = next;
  }
  return landings;
}

}  // namespace etalon
