#include "conformance/generate/common_rules.h"

const etalon::GenerationRule microsoft_gelu_rule("com.microsoft.Gelu", etalon::rules::one_tensor);
