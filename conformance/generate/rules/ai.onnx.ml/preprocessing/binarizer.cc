#include "conformance/generate/rule.h"

namespace etalon::rules {
namespace {

void binarizer(Drafting& call) {
  call.offer_real("threshold", -2, 2);
  call.add(call.draw().shape());
}

const GenerationRule binarizer_rule("Binarizer", binarizer, "ai.onnx.ml");

}  // namespace
}  // namespace etalon::rules
