#include "conformance/generate/rules/ai.onnx/reduction/reduce.h"

const etalon::GenerationRule reduce_l1_rule("ReduceL1", etalon::rules::reduce);
