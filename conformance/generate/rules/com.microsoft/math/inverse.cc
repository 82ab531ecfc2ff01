#include "conformance/generate/rules/ai.onnx/math/matrices.h"

const etalon::GenerationRule inverse_rule("com.microsoft.Inverse", etalon::rules::square_matrices);
