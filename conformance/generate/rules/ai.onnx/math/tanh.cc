#include "conformance/generate/common_rules.h"

const etalon::GenerationRule tanh_rule("Tanh", etalon::rules::one_tensor);
