#include "conformance/generate/common_rules.h"

const etalon::GenerationRule cos_rule("Cos", etalon::rules::one_tensor);
