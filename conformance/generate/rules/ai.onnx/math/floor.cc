#include "conformance/generate/common_rules.h"

const etalon::GenerationRule floor_rule("Floor", etalon::rules::one_tensor);
