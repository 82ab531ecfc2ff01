#include "conformance/generate/rule.h"

namespace etalon::rules {

// For negative X, the formulas for L1 and L2 are not norms: they sum signed numbers, and lose the
// sign of the result.
const GenerationRule normalizer_rule("ai.onnx.ml.Normalizer", [](Drafting& call, Draw& draw) {
  if (draw.chance(0.9)) call.set("norm", draw.pick<std::string>({"MAX", "L1", "L2"}));
  const size_t features = draw.dimension();
  call.add(draw.chance(0.3) ? Shape{features} : Shape{draw.samples(), features}, {0, 5});
});

}  // namespace etalon::rules
