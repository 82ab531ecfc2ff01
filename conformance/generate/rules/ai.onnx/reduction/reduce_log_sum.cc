#include "conformance/generate/rules/ai.onnx/reduction/reduce.h"

const etalon::GenerationRule reduce_log_sum_rule("ReduceLogSum",
                                                 etalon::rules::reduce_to_logarithm);
