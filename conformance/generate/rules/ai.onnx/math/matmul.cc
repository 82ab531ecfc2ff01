#include "conformance/generate/rules/ai.onnx/math/matrices.h"

namespace etalon::rules {
namespace {

const GenerationRule matmul_rule("MatMul", matmul);

}  // namespace
}  // namespace etalon::rules
