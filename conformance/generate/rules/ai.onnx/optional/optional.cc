#include "conformance/generate/rules/ai.onnx/optional/optionals.h"

namespace etalon::rules {

const GenerationRule optional_rule("Optional",
                                   [](Drafting& call) { call.add(draw_held(call, "V")); });

}  // namespace etalon::rules
