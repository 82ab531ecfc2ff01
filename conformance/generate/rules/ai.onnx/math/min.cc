#include "conformance/generate/rules/ai.onnx/math/variadic.h"

namespace etalon::rules {
namespace {

const GenerationRule min_rule("Min", variadic);

}  // namespace
}  // namespace etalon::rules
