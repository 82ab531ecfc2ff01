#include "conformance/generate/rules/ai.onnx/reduction/reduce.h"

namespace etalon::rules {
namespace {

const GenerationRule reduce_log_sum_rule("ReduceLogSum", reduce_to_logarithm);

}  // namespace
}  // namespace etalon::rules
