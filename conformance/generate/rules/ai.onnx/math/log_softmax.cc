#include "conformance/generate/common_rules.h"

const etalon::GenerationRule log_softmax_rule("LogSoftmax", etalon::rules::along_axis);
