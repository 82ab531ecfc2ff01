// RotaryEmbedding: “Custom scale will be used if specified”, but not for what; and num_heads “must
// use with rotary_embedding_dim”, which may be said of either.
#include "engine/formula.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

void open_rotary_embedding(Opening& open) {
  const Call& call = open.call;
  at_point("num_heads",
           call.integer("num_heads", 0) != 0 && call.integer("rotary_embedding_dim", 0) == 0);
  const double scale = call.real("scale", 1);
  if (scale == 1) return;
  open.Y = either_of(open.Y, "scale", "unused", "factor", [&] {
    return each(open.Y.with_side(nullptr), [scale](const auto& y) { return scale * y; });
  });
}

const Open op("RotaryEmbedding", open_rotary_embedding);

}  // namespace
}  // namespace etalon
