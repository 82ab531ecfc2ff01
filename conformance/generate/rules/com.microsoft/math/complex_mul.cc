#include "conformance/generate/rules/com.microsoft/math/complex_mul.h"

namespace etalon::rules {

const GenerationRule complex_mul_rule("com.microsoft.ComplexMul", add_pairs);

}  // namespace etalon::rules
