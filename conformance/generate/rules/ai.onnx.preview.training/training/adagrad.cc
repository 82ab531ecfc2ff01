#include "conformance/generate/rules/ai.onnx.preview.training/training/variables.h"

namespace etalon::rules {

const GenerationRule adagrad_rule("ai.onnx.preview.training.Adagrad", [](Drafting& call) {
  call.offer_real("decay_factor", 0, 0.5);
  call.offer_real("epsilon", 0.015625, 0.5);
  call.offer_real("norm_coefficient", 0, 0.5);
  add_variables(call, {of_values, of_values, of_squares});
});

}  // namespace etalon::rules
