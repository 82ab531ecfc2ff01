#include "conformance/generate/common_rules.h"

const etalon::GenerationRule softsign_rule("Softsign", etalon::rules::one_tensor);
