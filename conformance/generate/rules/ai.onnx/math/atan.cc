#include "conformance/generate/common_rules.h"

const etalon::GenerationRule atan_rule("Atan", etalon::rules::one_tensor);
