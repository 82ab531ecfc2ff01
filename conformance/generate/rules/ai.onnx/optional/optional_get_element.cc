#include "conformance/generate/rules/ai.onnx/optional/optionals.h"

namespace etalon::rules {
namespace {

void optional_get_element(Drafting& call) { call.add(draw_optional(call, "O")); }

const GenerationRule optional_get_element_rule("OptionalGetElement", optional_get_element);

}  // namespace
}  // namespace etalon::rules
