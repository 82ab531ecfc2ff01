#include "conformance/generate/rules/ai.onnx/math/cumulative.h"

const etalon::GenerationRule cum_sum_rule("CumSum", etalon::rules::cumulative);
