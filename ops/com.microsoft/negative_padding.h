// SAME_UPPER and SAME_LOWER where strides leave elements out.
#pragma once

#include "engine/numerics/window.h"

namespace etalon {

// Whether the padding that SAME_* needs along an axis is below 0: the windows do not reach as far
// as the input. Etalon has no padding then; where the windows are with a negative one, is not said.
inline bool has_negative_padding(const Call& call, const Window& window) {
  if (!call.text("auto_pad").starts_with("SAME")) return false;
  return std::any_of(window.begin(), window.end(), [](const Sliding& s) {
    return (s.output - 1) * s.stride + s.extent() < s.input;
  });
}

}  // namespace etalon
