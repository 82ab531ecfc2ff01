#include "conformance/generate/rules/com.microsoft/nn/skip.h"

namespace etalon::rules {

const GenerationRule skip_layer_normalization_rule("com.microsoft.SkipLayerNormalization",
                                                   [](Drafting& call, Draw& draw) {
                                                     const Shape hidden = add_skipped_tokens(call);
                                                     call.add_if(draw.chance(0.5),
                                                                 [&] { call.add(hidden); });
                                                     if (draw.chance(0.5)) call.add(hidden);
                                                     call.outputs = 1 + draw.below(4);
                                                   });

}  // namespace etalon::rules
