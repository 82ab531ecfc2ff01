#include "conformance/generate/rules/ai.onnx/math/variadic.h"

namespace etalon::rules {
namespace {

const GenerationRule max_rule("Max", variadic);

}  // namespace
}  // namespace etalon::rules
