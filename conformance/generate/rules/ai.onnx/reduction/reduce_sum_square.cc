#include "conformance/generate/rules/ai.onnx/reduction/reduce.h"

const etalon::GenerationRule reduce_sum_square_rule("ReduceSumSquare", etalon::rules::reduce);
