#include <map>

#include "ops/com.microsoft/math/fused_gemm.h"

namespace etalon {
namespace {

using Function = GemmActivation::Function;

// A function, and its parameters: a for activation_alpha, and so on.
struct Known {
  Function function;
  std::string_view parameters = "";
};

const std::map<std::string_view, Known> known = {
    {"", {Function::none}},
    {"Relu", {Function::relu}},
    {"Sigmoid", {Function::sigmoid}},
    {"Tanh", {Function::tanh}},
    {"Softplus", {Function::softplus}},
    {"Softsign", {Function::softsign}},
    {"LeakyRelu", {Function::leaky_relu, "a"}},
    {"Elu", {Function::elu, "a"}},
    {"Celu", {Function::celu, "a"}},
    {"ThresholdedRelu", {Function::thresholded_relu, "a"}},
    {"HardSigmoid", {Function::hard_sigmoid, "ab"}},
    {"ScaledTanh", {Function::scaled_tanh, "ab"}},
    {"ParametricSoftplus", {Function::parametric_softplus, "ab"}},
    {"Selu", {Function::selu, "ag"}}};

}  // namespace

GemmActivation::GemmActivation(const Call& call) {
  const std::string name = call.text("activation", "");
  const auto found = known.find(name);
  if (found == known.end())
    throw Unspecified("the text does not say what the activation {} is", name);
  function = found->second.function;
  for (const char letter : found->second.parameters) {
    const std::string parameter = letter == 'a'   ? "activation_alpha"
                                  : letter == 'b' ? "activation_beta"
                                                  : "activation_gamma";
    if (!call.has(parameter)) throw InvalidInput("activation {} needs {}", name, parameter);
    (letter == 'a' ? alpha : letter == 'b' ? beta : gamma) = call.real(parameter);
  }
}

}  // namespace etalon
