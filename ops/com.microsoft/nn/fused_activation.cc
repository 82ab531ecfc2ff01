#include "ops/com.microsoft/nn/fused_activation.h"

#include <map>

namespace etalon {
namespace {

using Function = FusedActivation::Function;

// A function, and its parameters: a for alpha, and so on.
struct Known {
  Function function;
  std::string_view parameters = "";
};

using Activations = std::map<std::string_view, Known>;

const Activations of_fused_conv = {{"", {Function::none}},
                                   {"Relu", {Function::relu}},
                                   {"Sigmoid", {Function::sigmoid}},
                                   {"Tanh", {Function::tanh}},
                                   {"LeakyRelu", {Function::leaky_relu, "a"}},
                                   {"Clip", {Function::clip, "ab"}},
                                   {"HardSigmoid", {Function::hard_sigmoid, "ab"}}};

const Activations of_fused_gemm = {{"", {Function::none}},
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

const Known& find_activation(const Activations& known, const std::string& name) {
  const auto found = known.find(name);
  if (found != known.end()) return found->second;
  throw Unspecified("the text does not say what the activation {} is", name);
}

}  // namespace

FusedActivation FusedActivation::of_conv(const Call& call) {
  const std::string name = call.text("activation", "");
  const Known& known = find_activation(of_fused_conv, name);
  const std::vector<double> parameters = call.reals("activation_params");
  if (parameters.size() < known.parameters.size()) {
    throw InvalidInput("activation {} needs {} activation_params, not {}", name,
                       known.parameters.size(), parameters.size());
  }
  FusedActivation activation{known.function};
  if (!parameters.empty()) activation.alpha = parameters[0];
  if (parameters.size() > 1) activation.beta = parameters[1];
  return activation;
}

FusedActivation FusedActivation::of_gemm(const Call& call) {
  const std::string name = call.text("activation", "");
  const Known& known = find_activation(of_fused_gemm, name);
  FusedActivation activation{known.function};
  for (const char letter : known.parameters) {
    const std::string parameter = letter == 'a'   ? "activation_alpha"
                                  : letter == 'b' ? "activation_beta"
                                                  : "activation_gamma";
    if (!call.has(parameter)) throw InvalidInput("activation {} needs {}", name, parameter);
    double& value = letter == 'a'   ? activation.alpha
                    : letter == 'b' ? activation.beta
                                    : activation.gamma;
    value = call.real(parameter);
  }
  return activation;
}

}  // namespace etalon
