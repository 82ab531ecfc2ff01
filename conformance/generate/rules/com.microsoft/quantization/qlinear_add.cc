#include "conformance/generate/rules/com.microsoft/quantization/qlinear.h"

const etalon::GenerationRule qlinear_add_rule("com.microsoft.QLinearAdd",
                                              etalon::rules::qlinear_pair);
