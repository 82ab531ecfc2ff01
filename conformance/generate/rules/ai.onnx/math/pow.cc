#include "conformance/generate/common_rules.h"

const etalon::GenerationRule pow_rule("Pow", etalon::rules::two_broadcast);
