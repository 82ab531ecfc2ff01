#include "conformance/generate/rules/ai.onnx/optional/optionals.h"

namespace etalon::rules {
namespace {

void optional(Drafting& call) { call.add(draw_held(call, "V")); }

const GenerationRule optional_rule("Optional", optional);

}  // namespace
}  // namespace etalon::rules
