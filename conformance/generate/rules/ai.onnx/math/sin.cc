#include "conformance/generate/common_rules.h"

const etalon::GenerationRule sin_rule("Sin", etalon::rules::one_tensor);
