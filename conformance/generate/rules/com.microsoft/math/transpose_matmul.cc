#include "conformance/generate/rules/com.microsoft/math/operand.h"

namespace etalon::rules {

const GenerationRule transpose_matmul_rule("com.microsoft.TransposeMatMul", add_operands);

}  // namespace etalon::rules
