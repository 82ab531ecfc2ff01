#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule binarizer_rule("ai.onnx.ml.Binarizer", [](Drafting& call, Draw& draw) {
  call.offer_real("threshold", -2, 2);
  call.add(draw.shape());
});

}  // namespace etalon::rules
