#include "conformance/generate/rule.h"

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
  const size_t m = draw.dimension();
  const size_t n = draw.dimension();
  const size_t k = draw.dimension();
  const bool trans_a = draw.chance(0.5);
  const bool trans_b = draw.chance(0.5);
  if (trans_a) call.set("transA", 1);
  if (trans_b) call.set("transB", 1);
  call.offer_real("alpha", -2, 2);
  call.offer_real("beta", -2, 2);
  call.add(trans_a ? Shape{k, m} : Shape{m, k});
  call.add(trans_b ? Shape{n, k} : Shape{k, n});
  if (draw.chance(0.75)) call.add(draw.broadcastable_to({m, n}));
});

}  // namespace
}  // namespace etalon::rules
