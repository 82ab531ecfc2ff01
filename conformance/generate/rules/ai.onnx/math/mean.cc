#include "conformance/generate/rules/ai.onnx/math/variadic.h"

namespace etalon::rules {
namespace {

const GenerationRule mean_rule("Mean", variadic);

}  // namespace
}  // namespace etalon::rules
