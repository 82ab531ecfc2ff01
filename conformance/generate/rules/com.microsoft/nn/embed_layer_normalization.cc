#include "conformance/generate/rules/com.microsoft/nn/mask.h"

namespace etalon::rules {
namespace {

const GenerationRule embed_layer_normalization_rule(
    "com.microsoft.EmbedLayerNormalization", [](Drafting& call, Draw& draw) {
      const Shape tokens{1 + draw.below(3), 1 + draw.below(4)};
      const size_t hidden = draw.dimension(), words = draw.dimension();
      const size_t positions = tokens[1] + draw.below(3), segments = 1 + draw.below(3);
      const bool segmented = draw.chance(0.6), masked = draw.chance(0.9),
                 positioned = draw.chance(0.4);
      const auto add_ids = [&](const Shape& shape, size_t rows) {
        call.add(shape, {0, static_cast<double>(rows) - 1});
      };
      call.offer_real("epsilon", 0.015625, 0.5);
      if (draw.chance(0.2)) call.set("mask_index_type", 1);
      add_ids(tokens, words);
      call.add_if(segmented, [&] { add_ids(tokens, segments); });
      call.add({words, hidden});
      call.add({positions, hidden});
      call.add_if(segmented, [&] { call.add({segments, hidden}); });
      call.add({hidden});
      call.add({hidden});
      if (masked) {
        add_ones_first(call, tokens);
      } else if (positioned) {
        call.leave_out();
      }
      if (positioned) add_ids({draw.chance(0.5) ? 1 : tokens[0], tokens[1]}, positions);
      // ONNX Runtime wants mask_index to be named, which is open without a mask.
      call.outputs = masked ? 2 + draw.below(2) : 1;
    });

}  // namespace
}  // namespace etalon::rules
