#include "conformance/generate/rules/ai.onnx/optional/optionals.h"

namespace etalon::rules {

// An optional with a value, an empty one, or no input.
const GenerationRule optional_has_element_rule("OptionalHasElement", [](Drafting& call,
                                                                        Draw& draw) {
  constexpr int first_with_optional_input = 18;
  const Value full = draw_optional(call, "O");
  const double kind = draw.real(0, 1);
  if (kind < 0.2 && call.version() >= first_with_optional_input) return;
  call.add(kind < 0.6 ? full : Value(Optional{full.optional().element, nullptr}));
});

}  // namespace etalon::rules
