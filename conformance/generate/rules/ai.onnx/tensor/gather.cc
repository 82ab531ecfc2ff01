#include "conformance/generate/rules/ai.onnx/tensor/indices.h"

namespace etalon::rules {

const GenerationRule gather_rule("Gather", [](Drafting& call, Draw& draw) {
  const Tensor data = call.add(draw.shape(1, 4, Empty::never));
  const size_t axis = draw_axis(call, data.rank());
  const Shape shape = draw.shape(0, 2);
  add_indices(call, shape, [&](size_t) { return data.dim(axis); });
});

}  // namespace etalon::rules
