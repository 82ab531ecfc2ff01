#include "conformance/generate/rules/com.microsoft/nn/group_norm.h"

namespace etalon::rules {

const GenerationRule group_norm_rule("com.microsoft.GroupNorm",
                                     [](Drafting& call) { add_channel_groups(call); });

}  // namespace etalon::rules
