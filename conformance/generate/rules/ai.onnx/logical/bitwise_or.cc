#include "conformance/generate/common_rules.h"

const etalon::GenerationRule bitwise_or_rule("BitwiseOr", etalon::rules::two_broadcast);
