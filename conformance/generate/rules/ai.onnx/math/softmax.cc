#include "conformance/generate/common_rules.h"

const etalon::GenerationRule softmax_rule("Softmax", etalon::rules::along_axis);
