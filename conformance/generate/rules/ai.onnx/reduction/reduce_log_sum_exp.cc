#include "conformance/generate/rules/ai.onnx/reduction/reduce.h"

namespace etalon::rules {
namespace {

const GenerationRule reduce_log_sum_exp_rule("ReduceLogSumExp", reduce_to_logarithm);

}  // namespace
}  // namespace etalon::rules
