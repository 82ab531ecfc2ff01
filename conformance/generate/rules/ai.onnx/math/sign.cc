#include "conformance/generate/common_rules.h"

const etalon::GenerationRule sign_rule("Sign", etalon::rules::one_tensor);
