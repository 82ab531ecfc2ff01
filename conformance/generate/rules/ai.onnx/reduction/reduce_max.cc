#include "conformance/generate/rules/ai.onnx/reduction/reduce.h"

const etalon::GenerationRule reduce_max_rule("ReduceMax", etalon::rules::reduce);
