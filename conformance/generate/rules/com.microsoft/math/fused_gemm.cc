#include "conformance/generate/rules/ai.onnx/math/matrices.h"

namespace etalon::rules {
namespace {

// A function, and which of activation_alpha, _beta and _gamma it has.
struct GemmFunction {
  std::string name, parameters;
};

void draw_gemm_activation(Drafting& call, Draw& draw) {
  const std::vector<GemmFunction> functions = {{"Relu", ""},
                                               {"Sigmoid", ""},
                                               {"Tanh", ""},
                                               {"Softplus", ""},
                                               {"Softsign", ""},
                                               {"LeakyRelu", "alpha"},
                                               {"Elu", "alpha"},
                                               {"Celu", "alpha"},
                                               {"ThresholdedRelu", "alpha"},
                                               {"Selu", "alpha gamma"},
                                               {"HardSigmoid", "alpha beta"},
                                               {"ScaledTanh", "alpha beta"},
                                               {"ParametricSoftplus", "alpha beta"}};
  const GemmFunction& function = draw.pick(functions);
  call.set("activation", function.name);
  for (const std::string parameter : {"alpha", "beta", "gamma"}) {
    if (function.parameters.find(parameter) == std::string::npos) continue;
    call.set("activation_" + parameter, draw.reals(1, 0.125, 1)[0]);
  }
}

const GenerationRule fused_gemm_rule("com.microsoft.FusedGemm", [](Drafting& call, Draw& draw) {
  call.narrow("T", [](DType type) { return is_float(type); });
  if (draw.chance(0.95)) draw_gemm_activation(call, draw);
  const GemmShapes shapes = draw_gemm(call);
  call.offer_real("beta", -2, 2);
  call.add(shapes.A);
  call.add(shapes.B);
  if (draw.chance(0.75)) call.add(draw.broadcastable_to(shapes.product));
});

}  // namespace
}  // namespace etalon::rules
