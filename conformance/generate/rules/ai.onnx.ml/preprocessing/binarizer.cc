#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule binarizer_rule("ai.onnx.ml.Binarizer", [](Drafting& call) {
  call.offer_real("threshold", -2, 2);
  call.add(call.draw().shape());
});

}  // namespace etalon::rules
