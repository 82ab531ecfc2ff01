#include "conformance/generate/rules/ai.onnx/reduction/reduce.h"

const etalon::GenerationRule reduce_log_sum_exp_rule("ReduceLogSumExp",
                                                     etalon::rules::reduce_to_logarithm);
