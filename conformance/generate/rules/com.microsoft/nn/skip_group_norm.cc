#include "conformance/generate/rules/com.microsoft/nn/group_norm.h"

namespace etalon::rules {

// Calls of NCHW with a skip of four axes are at an open point, and drawn anew.
const GenerationRule skip_group_norm_rule("com.microsoft.SkipGroupNorm",
                                          [](Drafting& call, Draw& draw) {
                                            const ChannelGroups of = add_channel_groups(call);
                                            const size_t N = of.X[0], C = of.channels;
                                            if (!of.last || draw.chance(0.3)) {
                                              call.add({N, C});
                                            } else {
                                              call.add(draw.chance(0.4) ? Shape{N, 1, 1, C} : of.X);
                                            }
                                            if (draw.chance(0.5)) call.add({C});
                                            call.outputs = 1 + draw.below(2);
                                          });

}  // namespace etalon::rules
