#include "conformance/generate/common_rules.h"

const etalon::GenerationRule mul_rule("Mul", etalon::rules::two_broadcast);
