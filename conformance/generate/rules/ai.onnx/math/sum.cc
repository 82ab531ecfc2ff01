#include "conformance/generate/rules/ai.onnx/math/variadic.h"

const etalon::GenerationRule sum_rule("Sum", etalon::rules::variadic);
