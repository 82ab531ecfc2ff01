#include "conformance/generate/rules/ai.onnx/optional/optionals.h"

namespace etalon::rules {

// Full, or empty and of the type that the attribute gives.
const GenerationRule optional_rule("Optional", [](Drafting& call, Draw& draw) {
  const Value held = draw_held(call, "V");
  if (draw.chance(0.3)) return call.set("type", without_shape(held.type()));
  call.add(held);
});

}  // namespace etalon::rules
