#include "ops/com.microsoft/nn/fused_activation.h"

#include <map>

namespace etalon {

FusedActivation::FusedActivation(const Call& call) {
  struct Known {
    Function function;
    size_t parameters;
  };
  static const std::map<std::string_view, Known> known = {
      {"", {Function::none, 0}},
      {"Relu", {Function::relu, 0}},
      {"Sigmoid", {Function::sigmoid, 0}},
      {"Tanh", {Function::tanh, 0}},
      {"LeakyRelu", {Function::leaky_relu, 1}},
      {"Clip", {Function::clip, 2}},
      {"HardSigmoid", {Function::hard_sigmoid, 2}}};
  const std::string name = call.text("activation", "");
  const auto found = known.find(name);
  if (found == known.end())
    throw Unspecified("the text does not say what the activation {} is", name);
  const std::vector<double> parameters = call.reals("activation_params");
  if (parameters.size() < found->second.parameters) {
    throw InvalidInput("activation {} needs {} activation_params, not {}", name,
                       found->second.parameters, parameters.size());
  }
  function = found->second.function;
  if (!parameters.empty()) alpha = parameters[0];
  if (parameters.size() > 1) beta = parameters[1];
}

}  // namespace etalon
