#include "conformance/generate/common_rules.h"

const etalon::GenerationRule abs_rule("Abs", etalon::rules::one_tensor);
