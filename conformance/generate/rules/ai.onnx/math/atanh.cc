#include "conformance/generate/common_rules.h"

const etalon::GenerationRule atanh_rule("Atanh", etalon::rules::one_tensor);
