#include "conformance/generate/rules/ai.onnx/reduction/reduce.h"

namespace etalon::rules {
namespace {

const GenerationRule reduce_min_rule("ReduceMin", reduce);

}  // namespace
}  // namespace etalon::rules
