#include "conformance/generate/rules/ai.onnx/math/matrices.h"

const etalon::GenerationRule det_rule("Det", etalon::rules::square_matrices);
