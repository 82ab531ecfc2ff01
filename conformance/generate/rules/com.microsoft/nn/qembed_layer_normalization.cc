#include "conformance/generate/rules/com.microsoft/nn/mask.h"

namespace etalon::rules {
namespace {

const GenerationRule qembed_layer_normalization_rule(
    "com.microsoft.QEmbedLayerNormalization", [](Drafting& call, Draw& draw) {
      const Shape tokens{1 + draw.below(3), 1 + draw.below(4)};
      const size_t hidden = draw.dimension(), words = draw.dimension();
      const size_t positions = tokens[1] + draw.below(3), segments = 1 + draw.below(3);
      const bool segmented = draw.chance(0.6);
      const auto add_ids = [&](size_t rows) {
        call.add(tokens, {0, static_cast<double>(rows) - 1});
      };
      call.offer_real("epsilon", 0.015625, 0.5);
      add_ids(words);
      call.add_if(segmented, [&] { add_ids(segments); });
      call.add({words, hidden});
      call.add({positions, hidden});
      call.add_if(segmented, [&] { call.add({segments, hidden}); });
      call.add({hidden});
      call.add({hidden});
      call.add_if(draw.chance(0.9), [&] { add_ones_first(call, tokens); });
      const Shape single = draw.chance(0.5) ? Shape{} : Shape{1};
      const bool is_there[] = {true, true, segmented, true, true};
      for (const bool given : is_there) call.add_if(given, [&] { call.add(single, scales); });
      for (const bool given : is_there) call.add_if(given, [&] { call.add(single); });
    });

}  // namespace
}  // namespace etalon::rules
