#include "conformance/generate/rules/ai.onnx/reduction/reduce.h"

const etalon::GenerationRule reduce_mean_rule("ReduceMean", etalon::rules::reduce);
