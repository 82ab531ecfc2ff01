#include "conformance/generate/rules/ai.onnx/math/variadic.h"

const etalon::GenerationRule mean_rule("Mean", etalon::rules::variadic);
