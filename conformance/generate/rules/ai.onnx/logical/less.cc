#include "conformance/generate/common_rules.h"

const etalon::GenerationRule less_rule("Less", etalon::rules::two_broadcast);
