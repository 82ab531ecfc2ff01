#include "ops/ai.onnx/rnn/activation.h"

#include <cctype>

#include "ops/ai.onnx/math/activations.h"

namespace etalon {
namespace {

// Whether a function has an alpha or beta, and its default: "the same as of corresponding ONNX
// operators".
struct Coefficient {
  bool used = false;
  std::optional<double> otherwise = {};
};
constexpr Coefficient none;
constexpr Coefficient required{true};
constexpr Coefficient by_default(float value) { return {true, value}; }

// f is a formula f(x, alpha, beta) over any number type R.
struct Kind {
  template <class F>
  Kind(std::string_view called, F f, Coefficient first = none, Coefficient second = none)
      : name(called), formulas(f, f, f), alpha(first), beta(second) {}

  std::string_view name;
  Activation::Formulas formulas;
  Coefficient alpha, beta;
};

using namespace activation;

// The operator ThresholdedRelu gives 0 at alpha; "ThresholdedRelu(x): x if x >= alpha, otherwise 0"
// does not.
template <class R>
R thresholded_relu(R x, double alpha) {
  return x >= R(alpha) ? x : R(0);
}

const Kind kinds[] = {
    {"Affine", [](auto x, double alpha, double beta) { return affine(x, alpha, beta); }, required,
     required},
    {"Elu", [](auto x, double alpha, double) { return elu(x, alpha); }, by_default(1)},
    {"HardSigmoid", [](auto x, double alpha, double beta) { return hard_sigmoid(x, alpha, beta); },
     by_default(0.2F), by_default(0.5F)},
    {"LeakyRelu", [](auto x, double alpha, double) { return leaky_relu(x, alpha); },
     by_default(0.01F)},
    {"Relu", [](auto x, double, double) { return relu(x); }},
    {"ScaledTanh", [](auto x, double alpha, double beta) { return scaled_tanh(x, alpha, beta); },
     required, required},
    {"Sigmoid", [](auto x, double, double) { return sigmoid(x); }},
    {"Softplus", [](auto x, double, double) { return softplus(x); }},
    {"Softsign", [](auto x, double, double) { return softsign(x); }},
    {"Tanh", [](auto x, double, double) { return real::tanh(x); }},
    {"ThresholdedRelu", [](auto x, double alpha, double) { return thresholded_relu(x, alpha); },
     by_default(1)},
};

// Released cases write "relu" as well as "Relu".
bool equal_but_for_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  return std::ranges::equal(a, b, {}, lower, lower);
}

const Kind& kind_named(std::string_view name) {
  for (const Kind& kind : kinds) {
    if (equal_but_for_case(kind.name, name)) return kind;
  }
  throw InvalidInput("there is no activation function '{}'", name);
}

// The values of activation_alpha or activation_beta: "The values are consumed in the order of
// activation functions", by those that have them.
struct Coefficients {
  std::vector<double> values;
  size_t next = 0;

  double next_for(const Coefficient& coefficient, std::string_view name) {
    if (!coefficient.used) return 0;
    if (next < values.size()) return values[next++];
    if (coefficient.otherwise) return *coefficient.otherwise;
    throw Unspecified("the activation {} has no default alpha or beta", name);
  }
};

}  // namespace

std::vector<Activation> activations(const Call& call, const std::vector<std::string>& names) {
  Coefficients alphas{call.reals("activation_alpha")};
  Coefficients betas{call.reals("activation_beta")};
  const double clip = call.real("clip", std::numeric_limits<double>::infinity());
  if (!(clip >= 0)) {
    throw InvalidInput("clip {} is negative, or not a number", clip).at("clip");
  }
  std::vector<Activation> result;
  for (const std::string& name : names) {
    const Kind& kind = kind_named(name);
    const double alpha = alphas.next_for(kind.alpha, name);
    const double beta = betas.next_for(kind.beta, name);
    result.push_back({kind.formulas, alpha, beta, clip});
  }
  return result;
}

}  // namespace etalon
