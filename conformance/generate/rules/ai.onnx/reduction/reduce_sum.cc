#include "conformance/generate/rules/ai.onnx/reduction/reduce.h"

const etalon::GenerationRule reduce_sum_rule("ReduceSum", etalon::rules::reduce);
