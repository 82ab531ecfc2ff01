#include "conformance/generate/common_rules.h"

const etalon::GenerationRule greater_rule("Greater", etalon::rules::two_broadcast);
