#include "conformance/generate/common_rules.h"

const etalon::GenerationRule greater_or_equal_rule("GreaterOrEqual", etalon::rules::two_broadcast);
