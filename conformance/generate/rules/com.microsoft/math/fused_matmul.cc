#include "conformance/generate/rules/com.microsoft/math/operand.h"

namespace etalon::rules {

const GenerationRule fused_matmul_rule("com.microsoft.FusedMatMul", add_operands);

}  // namespace etalon::rules
