// SAME_UPPER and SAME_LOWER where strides leave elements out.
#pragma once

#include "engine/numerics/numerics.h"
#include "engine/numerics/window.h"
#include "engine/operators/choice.h"

namespace etalon {

// Whether the padding that SAME_* needs along an axis is below 0: the windows do not reach as far
// as the input. Etalon has no padding then; where the windows are with a negative one, is not said.
inline bool has_negative_padding(const Call& call, const Window& window) {
  if (!call.text("auto_pad").starts_with("SAME")) return false;
  return std::any_of(window.begin(), window.end(), [](const Sliding& s) {
    return (s.output - 1) * s.stride + s.extent() < s.input;
  });
}

// There the windows may begin with the input, as Etalon has it, or half of what they do not reach
// later, rounded down or up. X's axes from `first` on are those of the window.
inline void open_negative_padding(Opening& open, std::string_view X, const Window& window,
                                  size_t first) {
  const bool is_open = has_negative_padding(open.call, window);
  const auto later = [&](int64_t rounding) {
    return [&, rounding] {
      Tensor cut = open.call.tensor(X);
      for (size_t i = 0; i < window.size(); ++i) {
        const Sliding& s = window[i];
        const int64_t reached = (s.output - 1) * s.stride + s.extent();
        if (reached >= s.input) continue;
        const auto begin = size_t((s.input - reached + rounding) / 2);
        cut = slice(cut, first + i, begin, begin + size_t(reached));
      }
      return open.again({{X, cut}});
    };
  };
  open.Y = choice(open.Y, "negative_padding", [&] { return full(open.Y.shape(), is_open); },
                  "from_input", {{"half_down", later(0)}, {"half_up", later(1)}});
}

}  // namespace etalon
