#include "conformance/generate/common_rules.h"

const etalon::GenerationRule round_rule("Round", etalon::rules::one_tensor);
