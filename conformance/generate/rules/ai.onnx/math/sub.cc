#include "conformance/generate/common_rules.h"

const etalon::GenerationRule sub_rule("Sub", etalon::rules::two_broadcast);
