#include "conformance/generate/common_rules.h"

const etalon::GenerationRule is_nan_rule("IsNaN", etalon::rules::one_tensor);
