#include "conformance/generate/rules/ai.onnx/math/variadic.h"

const etalon::GenerationRule min_rule("Min", etalon::rules::variadic);
