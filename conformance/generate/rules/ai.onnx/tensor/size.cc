#include "conformance/generate/common_rules.h"

const etalon::GenerationRule size_rule("Size", etalon::rules::one_tensor);
