#include "conformance/generate/common_rules.h"

const etalon::GenerationRule exp_rule("Exp", etalon::rules::one_tensor);
