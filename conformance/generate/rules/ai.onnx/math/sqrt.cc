#include "conformance/generate/common_rules.h"

const etalon::GenerationRule sqrt_rule("Sqrt", etalon::rules::one_tensor);
