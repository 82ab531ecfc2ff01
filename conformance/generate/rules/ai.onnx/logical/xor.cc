#include "conformance/generate/common_rules.h"

const etalon::GenerationRule xor_rule("Xor", etalon::rules::two_broadcast);
