#include "conformance/generate/common_rules.h"

const etalon::GenerationRule sinh_rule("Sinh", etalon::rules::one_tensor);
