#include "conformance/generate/rules/com.microsoft/math/complex_mul.h"

namespace etalon::rules {

const GenerationRule complex_mul_conj_rule("com.microsoft.ComplexMulConj", add_pairs);

}  // namespace etalon::rules
