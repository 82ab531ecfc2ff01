#include "conformance/generate/rules/com.microsoft/nn/skip.h"

namespace etalon::rules {

const GenerationRule skip_layer_normalization_rule("com.microsoft.SkipLayerNormalization",
                                                   [](Drafting& call, Draw& draw) {
                                                     call.offer_real("epsilon", 0.015625, 0.5);
                                                     const Shape input = draw_tokens(draw),
                                                                 hidden{input.back()};
                                                     call.add(input);
                                                     add_skip(call, input);
                                                     call.add(hidden);
                                                     call.add_if(draw.chance(0.5),
                                                                 [&] { call.add(hidden); });
                                                     if (draw.chance(0.5)) call.add(hidden);
                                                     call.outputs = 1 + draw.below(4);
                                                   });

}  // namespace etalon::rules
