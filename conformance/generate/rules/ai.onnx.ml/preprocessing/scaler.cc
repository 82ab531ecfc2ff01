#include "conformance/generate/rule.h"

namespace etalon::rules {

// One scale and offset for each feature of X, or one for all, with X of any shape.
const GenerationRule scaler_rule("ai.onnx.ml.Scaler", [](Drafting& call, Draw& draw) {
  const bool by_feature = draw.chance(0.6);
  const Shape shape = by_feature ? Shape{draw.samples(), draw.dimension()} : draw.shape();
  const size_t count = by_feature ? shape[1] : 1;
  call.set("offset", draw.reals(count, -3, 3));
  call.set("scale", draw.reals(count, -2, 2));
  call.add(shape);
});

}  // namespace etalon::rules
