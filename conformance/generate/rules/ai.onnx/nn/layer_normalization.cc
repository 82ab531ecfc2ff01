#include "conformance/generate/rules/ai.onnx/nn/normalized.h"

namespace etalon::rules {

const GenerationRule layer_normalization_rule("LayerNormalization", [](Drafting& call, Draw& draw) {
  call.offer_real("epsilon", 0.015625, 0.5);
  const DType stash = offer_stash_type(call);
  const Shape shape = draw.shape(1, 4, Empty::never);
  const Shape normalized = draw_normalized(call, shape);
  call.add(shape);
  call.add(normalized);
  if (draw.chance(0.5)) call.add(normalized);
  const bool named = stash == DType::float32 || stash == DType::bfloat16;  // the types of Mean
  call.outputs = named ? 1 + draw.below(3) : 1;
});

}  // namespace etalon::rules
