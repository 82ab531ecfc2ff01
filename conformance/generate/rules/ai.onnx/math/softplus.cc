#include "conformance/generate/common_rules.h"

const etalon::GenerationRule softplus_rule("Softplus", etalon::rules::one_tensor);
