#include "conformance/generate/common_rules.h"

const etalon::GenerationRule log_rule("Log", etalon::rules::one_tensor);
