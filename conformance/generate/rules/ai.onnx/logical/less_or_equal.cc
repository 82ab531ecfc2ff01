#include "conformance/generate/common_rules.h"

const etalon::GenerationRule less_or_equal_rule("LessOrEqual", etalon::rules::two_broadcast);
