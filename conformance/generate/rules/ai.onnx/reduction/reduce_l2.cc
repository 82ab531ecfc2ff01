#include "conformance/generate/rules/ai.onnx/reduction/reduce.h"

const etalon::GenerationRule reduce_l2_rule("ReduceL2", etalon::rules::reduce);
