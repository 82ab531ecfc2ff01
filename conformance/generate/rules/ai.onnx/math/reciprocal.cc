#include "conformance/generate/common_rules.h"

const etalon::GenerationRule reciprocal_rule("Reciprocal", etalon::rules::one_tensor);
