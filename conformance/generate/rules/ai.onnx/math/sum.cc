#include "conformance/generate/rules/ai.onnx/math/variadic.h"

namespace etalon::rules {
namespace {

const GenerationRule sum_rule("Sum", variadic);

}  // namespace
}  // namespace etalon::rules
