#include "conformance/generate/rules/ai.onnx.preview.training/training/variables.h"

namespace etalon::rules {

const GenerationRule adam_rule("ai.onnx.preview.training.Adam", [](Drafting& call) {
  call.offer_real("alpha", 0.25, 0.9375);
  call.offer_real("beta", 0.25, 0.9375);
  call.offer_real("epsilon", 0.015625, 0.5);
  call.offer_real("norm_coefficient", 0, 0.5);
  call.offer_real("norm_coefficient_post", 0, 0.5);
  add_variables(call, {of_values, of_values, of_values, of_squares});
});

}  // namespace etalon::rules
