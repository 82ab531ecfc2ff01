#include "conformance/generate/rule.h"

namespace etalon::rules {

// The axis is between the batch axis and the axis of real and imaginary parts. A one-sided result
// is drawn only for real signals and the forward transform.
const GenerationRule dft_rule("DFT", [](Drafting& call, Draw& draw) {
  Shape shape = draw.shape(3, 4, Empty::never);
  const bool real = draw.chance(0.5);
  shape.back() = real ? 1 : 2;
  const size_t axis = 1 + draw.below(shape.size() - 2);
  const bool onesided = real && draw.chance(0.4);
  if (onesided) {
    call.set("onesided", 1);
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
