// AveragePool: what its windows count.
#pragma once

#include "engine/numerics/rounded_once.h"
#include "engine/numerics/window_sums.h"
#include "ops/ai.onnx/nn/pooling.h"

namespace etalon {

// How many elements each window counts [1, 1, output…]: those that it reads, and with
// count_include_pad those in the padding, of which the input is then a part.
inline Ints elements_counted(Window window, bool count_include_pad) {
  for (Sliding& s : window) {
    if (!count_include_pad) continue;
    s.input += s.begin + s.end;
    s.begin = s.end = 0;
  }
  return elements_read(window);
}
inline Ints elements_counted(const Call& call, const Window& window) {
  return elements_counted(window, call.since_version() >= 7 && call.flag("count_include_pad"));
}

}  // namespace etalon
