#include "conformance/generate/common_rules.h"

const etalon::GenerationRule cosh_rule("Cosh", etalon::rules::one_tensor);
