#include "conformance/generate/rules/ai.onnx.preview.training/training/variables.h"

namespace etalon::rules {

const GenerationRule momentum_rule("ai.onnx.preview.training.Momentum", [](Drafting& call,
                                                                           Draw& draw) {
  call.set("mode", draw.pick<std::string>({"standard", "nesterov"}));
  call.set("alpha", draw.real(0, 1));
  call.set("beta", draw.real(0, 1));
  call.set("norm_coefficient", draw.chance(0.3) ? 0.0 : draw.real(0, 0.5));
  add_variables(call, {of_values, of_values, of_values});
});

}  // namespace etalon::rules
