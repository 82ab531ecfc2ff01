#include "conformance/generate/rules/com.microsoft/nn/skip.h"

namespace etalon::rules {

const GenerationRule skip_simplified_layer_normalization_rule(
    "com.microsoft.SkipSimplifiedLayerNormalization", [](Drafting& call, Draw& draw) {
      const Shape hidden = add_skipped_tokens(call);
      if (draw.chance(0.5)) call.add(hidden);
      // What `mean` is, is open, and calls at open points are drawn anew.
      call.outputs = draw.chance(0.9) ? 1 : 1 + draw.below(4);
    });

}  // namespace etalon::rules
