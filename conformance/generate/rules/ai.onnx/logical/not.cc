#include "conformance/generate/common_rules.h"

const etalon::GenerationRule not_rule("Not", etalon::rules::one_tensor);
