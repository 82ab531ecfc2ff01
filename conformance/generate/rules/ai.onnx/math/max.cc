#include "conformance/generate/rules/ai.onnx/math/variadic.h"

const etalon::GenerationRule max_rule("Max", etalon::rules::variadic);
