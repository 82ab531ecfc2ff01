#include "conformance/generate/common_rules.h"

const etalon::GenerationRule bitwise_not_rule("BitwiseNot", etalon::rules::one_tensor);
