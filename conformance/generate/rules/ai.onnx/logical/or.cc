#include "conformance/generate/common_rules.h"

const etalon::GenerationRule or_rule("Or", etalon::rules::two_broadcast);
