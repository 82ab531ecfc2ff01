#include "conformance/generate/common_rules.h"

const etalon::GenerationRule mish_rule("Mish", etalon::rules::one_tensor);
