#include "conformance/generate/common_rules.h"

const etalon::GenerationRule erf_rule("Erf", etalon::rules::one_tensor);
