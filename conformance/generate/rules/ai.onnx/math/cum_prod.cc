#include "conformance/generate/rules/ai.onnx/math/cumulative.h"

const etalon::GenerationRule cum_prod_rule("CumProd", etalon::rules::cumulative);
