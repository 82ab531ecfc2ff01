#include "conformance/generate/common_rules.h"

const etalon::GenerationRule sample_op_rule("com.microsoft.SampleOp", etalon::rules::one_tensor);
