#include "conformance/generate/common_rules.h"

const etalon::GenerationRule equal_rule("Equal", etalon::rules::two_broadcast);
