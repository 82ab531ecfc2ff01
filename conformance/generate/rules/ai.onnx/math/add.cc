#include "conformance/generate/common_rules.h"

const etalon::GenerationRule add_rule("Add", etalon::rules::two_broadcast);
