#include "conformance/generate/rules/ai.onnx/reduction/reduce.h"

namespace etalon::rules {
namespace {

const GenerationRule arg_min_rule("ArgMin", arg_extreme);

}  // namespace
}  // namespace etalon::rules
