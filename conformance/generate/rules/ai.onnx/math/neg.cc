#include "conformance/generate/common_rules.h"

const etalon::GenerationRule neg_rule("Neg", etalon::rules::one_tensor);
