#include "conformance/generate/rules/ai.onnx/math/matrices.h"

const etalon::GenerationRule matmul_rule("MatMul", etalon::rules::matmul);
