#include "conformance/generate/rules/ai.onnx/nn/heads.h"

namespace etalon::rules {

// The caches have one row for each position; a single position is that of the first token.
const GenerationRule microsoft_rotary_embedding_rule(
    "com.microsoft.RotaryEmbedding", [](Drafting& call, Draw& draw) {
      const size_t batch = 1 + draw.below(2), heads = 1 + draw.below(3), length = 1 + draw.below(4);
      const size_t width = 2 * (1 + draw.below(3)), positions = length + draw.below(3);
      const bool packed = draw.chance(0.5);
      const size_t turned = draw.chance(0.3) ? 2 * (1 + draw.below(width / 2)) : width;
      if (turned != width) call.set("rotary_embedding_dim", static_cast<int64_t>(turned));
      if (turned != width || draw.chance(0.5)) call.set("num_heads", static_cast<int64_t>(heads));
      call.offer_flag("interleaved");
      if (draw.chance(0.1)) call.set("is_packed_batching", 1);
      if (draw.chance(0.1)) call.set("scale", 1.0);
      call.add(laid_out(packed, batch, heads, length, width));
      if (draw.chance(0.4)) {
        call.add({1}, {0, static_cast<double>(positions - length)});
      } else {
        call.add({batch, length}, {0, static_cast<double>(positions) - 1});
      }
      const Shape cache{positions, turned / 2};
      call.add_data(cache, {-1, 1});
      call.add_data(cache, {-1, 1});
    });

}  // namespace etalon::rules
