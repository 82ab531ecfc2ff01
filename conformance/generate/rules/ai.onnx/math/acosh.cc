#include "conformance/generate/common_rules.h"

const etalon::GenerationRule acosh_rule("Acosh", etalon::rules::one_tensor);
