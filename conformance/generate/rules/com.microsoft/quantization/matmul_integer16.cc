#include "conformance/generate/rules/ai.onnx/math/matrices.h"

const etalon::GenerationRule matmul_integer16_rule("com.microsoft.MatMulInteger16",
                                                   etalon::rules::matmul);
