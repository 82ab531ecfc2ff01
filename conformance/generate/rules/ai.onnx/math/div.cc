#include "conformance/generate/common_rules.h"

const etalon::GenerationRule div_rule("Div", etalon::rules::two_broadcast);
