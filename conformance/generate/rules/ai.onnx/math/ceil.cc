#include "conformance/generate/common_rules.h"

const etalon::GenerationRule ceil_rule("Ceil", etalon::rules::one_tensor);
