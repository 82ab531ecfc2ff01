#include "conformance/generate/common_rules.h"

const etalon::GenerationRule acos_rule("Acos", etalon::rules::one_tensor);
