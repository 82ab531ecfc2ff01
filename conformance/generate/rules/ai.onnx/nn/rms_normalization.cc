#include "conformance/generate/rules/ai.onnx/nn/normalized.h"

namespace etalon::rules {

// Y has the scale's type, but ONNX's shape inference gives it that of X: here both are the same.
const GenerationRule rms_normalization_rule("RMSNormalization", [](Drafting& call, Draw& draw) {
  const DType type = call.dtype("T");
  call.narrow("V", [&](DType other) { return other == type; });
  call.offer_real("epsilon", 0.015625, 0.5);
  offer_stash_type(call);
  const Shape shape = draw.shape(1, 4, Empty::never);
  const Shape normalized = draw_normalized(call, shape);
  call.add(shape);
  call.add(normalized);
});

}  // namespace etalon::rules
