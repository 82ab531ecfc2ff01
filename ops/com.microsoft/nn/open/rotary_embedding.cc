// RotaryEmbedding: “Custom scale will be used if specified”, but not for what.
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

void open_scale(Opening& open) {
  open.Y = anything(open.Y, "scale",
                    [&] { return full(open.Y.shape(), open.call.real("scale", 1) != 1); });
}

const Open op("RotaryEmbedding", open_scale);

}  // namespace
}  // namespace etalon
