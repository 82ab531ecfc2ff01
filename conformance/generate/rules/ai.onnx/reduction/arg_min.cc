#include "conformance/generate/rules/ai.onnx/reduction/reduce.h"

const etalon::GenerationRule arg_min_rule("ArgMin", etalon::rules::arg_extreme);
