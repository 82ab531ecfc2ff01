#include "conformance/generate/rules/ai.onnx.preview.training/training/variables.h"

namespace etalon::rules {
namespace {

void adagrad(Drafting& call) {
  call.offer_real("decay_factor", 0, 0.5);
  call.offer_real("epsilon", 0.015625, 0.5);
  call.offer_real("norm_coefficient", 0, 0.5);
  add_variables(call, {of_values, of_values, of_squares});
}

const GenerationRule adagrad_rule("Adagrad", adagrad, "ai.onnx.preview.training");

}  // namespace
}  // namespace etalon::rules
