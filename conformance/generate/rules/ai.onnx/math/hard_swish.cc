#include "conformance/generate/common_rules.h"

const etalon::GenerationRule hard_swish_rule("HardSwish", etalon::rules::one_tensor);
