#include "conformance/generate/rules/ai.onnx/optional/optionals.h"

namespace etalon::rules {

const GenerationRule optional_get_element_rule("OptionalGetElement", [](Drafting& call) {
  call.add(draw_optional(call, "O"));
});

}  // namespace etalon::rules
