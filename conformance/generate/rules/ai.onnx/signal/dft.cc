#include <algorithm>

#include "conformance/generate/rule.h"

namespace etalon::rules {

// The axis is between the batch axis and the axis of real and imaginary parts. One-sided are the
// forward transform of real signals, and the inverse of complex spectra.
const GenerationRule dft_rule("DFT", [](Drafting& call, Draw& draw) {
  Shape shape = draw.shape(3, 4, Empty::never);
  const bool real = draw.chance(0.5);
  shape.back() = real ? 1 : 2;
  const size_t axis = 1 + draw.below(shape.size() - 2);
  if (draw.chance(0.4)) {
    call.set("onesided", 1);
    if (!real) {
      call.set("inverse", 1);
      shape[axis] = std::max<size_t>(shape[axis], 2);  // of one bin the usual length would be 0
    }
  } else {
    call.offer_flag("inverse");
  }
  call.add(shape);
  call.add_if(draw.chance(0.4), [&] {
    call.add_integers({}, {draw.between(1, static_cast<int64_t>(shape[axis]) + 2)});
  });
  if (call.takes("axis")) {
    const bool by_default = axis == shape.size() - 2 && draw.chance(0.5);
    if (!by_default) call.add_integers({}, {call.written_axis(axis, shape.size())});
  } else {
    call.set("axis", static_cast<int64_t>(axis));
  }
});

}  // namespace etalon::rules
