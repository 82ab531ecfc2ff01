#include "conformance/generate/common_rules.h"

const etalon::GenerationRule relu_rule("Relu", etalon::rules::one_tensor);
