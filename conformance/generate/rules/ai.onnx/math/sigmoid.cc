#include "conformance/generate/common_rules.h"

const etalon::GenerationRule sigmoid_rule("Sigmoid", etalon::rules::one_tensor);
