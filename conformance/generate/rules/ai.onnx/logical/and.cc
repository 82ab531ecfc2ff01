#include "conformance/generate/common_rules.h"

const etalon::GenerationRule and_rule("And", etalon::rules::two_broadcast);
