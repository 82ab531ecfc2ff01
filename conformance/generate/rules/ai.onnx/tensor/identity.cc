#include "conformance/generate/common_rules.h"

const etalon::GenerationRule identity_rule("Identity", etalon::rules::one_tensor);
