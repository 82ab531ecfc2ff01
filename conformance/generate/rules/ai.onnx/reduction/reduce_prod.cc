#include "conformance/generate/rules/ai.onnx/reduction/reduce.h"

const etalon::GenerationRule reduce_prod_rule("ReduceProd", etalon::rules::reduce);
