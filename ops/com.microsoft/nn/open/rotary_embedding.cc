// RotaryEmbedding: “Custom scale will be used if specified”, but not for what; and num_heads “must
// use with rotary_embedding_dim”, which may be said of either.
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

void open_rotary_embedding(Opening& open) {
  const Call& call = open.call;
  at_point("num_heads",
           call.integer("num_heads", 0) != 0 && call.integer("rotary_embedding_dim", 0) == 0);
  open.Y = no_result(open.Y, "scale",
                     [&] { return full(open.Y.shape(), open.call.real("scale", 1) != 1); });
}

const Open op("RotaryEmbedding", open_rotary_embedding);

}  // namespace
}  // namespace etalon
