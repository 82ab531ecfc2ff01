#include "conformance/generate/common_rules.h"

const etalon::GenerationRule hardmax_rule("Hardmax", etalon::rules::along_axis);
