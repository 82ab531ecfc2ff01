#include "conformance/generate/rules/ai.onnx/tensor/indices.h"

const etalon::GenerationRule scatter_rule("Scatter", etalon::rules::scatter_elements);
