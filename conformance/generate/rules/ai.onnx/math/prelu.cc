#include "conformance/generate/rule.h"

namespace etalon::rules {

// The slope broadcasts to X; before opset 7 it is one number, or one number per channel.
const GenerationRule prelu_rule("PRelu", [](Drafting& call, Draw& draw) {
  constexpr int first_with_broadcasting = 7;
  const Shape shape = draw.shape(2, 4, Empty::never);
  call.add(shape);
  if (call.version() >= first_with_broadcasting) {
    call.add(draw.broadcastable_to(shape));
  } else {
    call.add(draw.chance(0.5) ? Shape{1} : Shape{shape[1]});
  }
});

}  // namespace etalon::rules
