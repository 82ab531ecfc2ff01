#include "conformance/generate/rules/ai.onnx/reduction/reduce.h"

const etalon::GenerationRule arg_max_rule("ArgMax", etalon::rules::arg_extreme);
