#include "conformance/generate/common_rules.h"

const etalon::GenerationRule asin_rule("Asin", etalon::rules::one_tensor);
