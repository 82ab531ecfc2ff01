#include "conformance/generate/rules/ai.onnx/tensor/indices.h"

namespace etalon::rules {

const GenerationRule microsoft_gather_nd_rule("com.microsoft.GatherND", [](Drafting& call,
                                                                           Draw& draw) {
  const Tensor data = call.add(draw.shape(1, 4, Empty::never));
  const size_t depth = 1 + draw.below(data.rank());
  Shape shape = draw.shape(0, 2);
  shape.push_back(depth);
  add_indices(call, shape, [&](size_t i) { return data.dim(i % depth); });
});

}  // namespace etalon::rules
