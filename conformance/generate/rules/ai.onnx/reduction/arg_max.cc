#include "conformance/generate/rules/ai.onnx/reduction/reduce.h"

namespace etalon::rules {
namespace {

const GenerationRule arg_max_rule("ArgMax", arg_extreme);

}  // namespace
}  // namespace etalon::rules
