#include "conformance/generate/rules/ai.onnx/tensor/indices.h"

const etalon::GenerationRule scatter_elements_rule("ScatterElements",
                                                   etalon::rules::scatter_elements);
