#include "conformance/generate/rules/com.microsoft/quantization/qlinear.h"

const etalon::GenerationRule qlinear_mul_rule("com.microsoft.QLinearMul",
                                              etalon::rules::qlinear_pair);
