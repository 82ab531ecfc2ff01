#include "conformance/generate/rules/ai.onnx/tensor/indices.h"

namespace etalon::rules {

const GenerationRule gather_elements_rule("GatherElements", [](Drafting& call, Draw& draw) {
  const Tensor data = call.add(draw.shape(1, 4, Empty::never));
  const size_t axis = draw_axis(call, data.rank());
  Shape shape = shape_within(draw, data.shape());
  shape[axis] = draw.dimension();
  add_indices(call, shape, [&](size_t) { return data.dim(axis); });
});

}  // namespace etalon::rules
