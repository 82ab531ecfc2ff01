#include "conformance/generate/common_rules.h"

const etalon::GenerationRule non_zero_rule("NonZero", etalon::rules::one_tensor);
