#include "conformance/generate/rules/ai.onnx/reduction/reduce.h"

namespace etalon::rules {
namespace {

const GenerationRule reduce_sum_rule("ReduceSum", reduce);

}  // namespace
}  // namespace etalon::rules
