#include "conformance/generate/rules/ai.onnx/nn/heads.h"

namespace etalon::rules {

// The caches have one row for each position, selected by position_ids; or one row for each token.
const GenerationRule rotary_embedding_rule("RotaryEmbedding", [](Drafting& call, Draw& draw) {
  const size_t batch = 1 + draw.below(2);
  const size_t heads = 1 + draw.below(3);
  const size_t length = 1 + draw.below(4);
  const size_t width = 2 * (1 + draw.below(3));
  const bool packed = draw.chance(0.4);
  if (packed) call.set("num_heads", static_cast<int64_t>(heads));
  call.offer_flag("interleaved");
  call.add(laid_out(packed, batch, heads, length, width));
  const bool by_id = draw.chance(0.5);
  const size_t positions = length + draw.below(3);
  const size_t turned = draw.chance(0.3) ? 2 * (1 + draw.below(width / 2)) : width;
  if (turned != width) call.set("rotary_embedding_dim", static_cast<int64_t>(turned));
  const Shape cache = by_id ? Shape{positions, turned / 2} : Shape{batch, length, turned / 2};
  call.add_data(cache, {-1, 1});
  call.add_data(cache, {-1, 1});
  if (by_id) call.add({batch, length}, {0, static_cast<double>(positions) - 1});
});

}  // namespace etalon::rules
