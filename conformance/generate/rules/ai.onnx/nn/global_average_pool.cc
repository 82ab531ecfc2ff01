#include "conformance/generate/rules/ai.onnx/nn/window.h"

const etalon::GenerationRule global_average_pool_rule("GlobalAveragePool",
                                                      etalon::rules::global_pool);
