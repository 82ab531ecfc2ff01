#include "conformance/generate/rules/ai.onnx/reduction/reduce.h"

namespace etalon::rules {
namespace {

const GenerationRule reduce_max_rule("ReduceMax", reduce);

}  // namespace
}  // namespace etalon::rules
