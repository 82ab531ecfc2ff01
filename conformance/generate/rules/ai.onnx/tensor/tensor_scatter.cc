#include "conformance/generate/rule.h"

namespace etalon::rules {

// Linear updates end within the cache; circular ones may continue at its beginning.
const GenerationRule tensor_scatter_rule("TensorScatter", [](Drafting& call, Draw& draw) {
  const Tensor past = call.add(draw.shape(3, 4, Empty::never));
  const size_t axis = 1 + draw.below(past.rank() - 1);
  const size_t length = 1 + draw.below(past.dim(axis));
  const bool circular = draw.chance(0.4);
  call.set("axis", call.written_axis(axis, past.rank()));
  call.set("mode", circular ? "circular" : "linear");
  Shape update = past.shape();
  update[axis] = length;
  call.add(update);
  const size_t last = circular ? past.dim(axis) - 1 : past.dim(axis) - length;
  if (draw.chance(0.8)) call.add({past.dim(0)}, {0, static_cast<double>(last)});
});

}  // namespace etalon::rules
