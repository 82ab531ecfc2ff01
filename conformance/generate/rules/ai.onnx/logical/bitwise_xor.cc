#include "conformance/generate/common_rules.h"

const etalon::GenerationRule bitwise_xor_rule("BitwiseXor", etalon::rules::two_broadcast);
