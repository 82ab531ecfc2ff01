#include "conformance/generate/common_rules.h"

const etalon::GenerationRule asinh_rule("Asinh", etalon::rules::one_tensor);
