#include "conformance/generate/rules/ai.onnx/reduction/reduce.h"

const etalon::GenerationRule reduce_min_rule("ReduceMin", etalon::rules::reduce);
