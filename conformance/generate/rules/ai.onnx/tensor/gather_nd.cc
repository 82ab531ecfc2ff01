#include "conformance/generate/rules/ai.onnx/tensor/indices.h"

namespace etalon::rules {

const GenerationRule gather_nd_rule("GatherND", [](Drafting& call, Draw& draw) {
  const Tensor data = call.add(draw.shape(1, 4, Empty::never));
  const bool batched = call.has("batch_dims") && data.rank() > 1 && draw.chance(0.4);
  const size_t batch = batched ? 1 + draw.below(data.rank() - 1) : 0;
  if (batched) call.set("batch_dims", static_cast<int64_t>(batch));
  const size_t depth = 1 + draw.below(data.rank() - batch);
  Shape shape(data.shape().begin(), data.shape().begin() + static_cast<std::ptrdiff_t>(batch));
  if (draw.chance(0.7)) shape.push_back(draw.dimension());
  shape.push_back(depth);
  add_indices(call, shape, [&](size_t i) { return data.dim(batch + i % depth); });
});

}  // namespace etalon::rules
