#include "conformance/generate/rules/ai.onnx/nn/window.h"

const etalon::GenerationRule global_max_pool_rule("GlobalMaxPool", etalon::rules::global_pool);
