#include "conformance/generate/common_rules.h"

const etalon::GenerationRule bitwise_and_rule("BitwiseAnd", etalon::rules::two_broadcast);
