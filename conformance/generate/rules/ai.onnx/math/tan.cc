#include "conformance/generate/common_rules.h"

const etalon::GenerationRule tan_rule("Tan", etalon::rules::one_tensor);
