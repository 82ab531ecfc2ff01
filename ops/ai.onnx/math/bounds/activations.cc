// Activations as their texts and function bodies have them, where the formula is arranged so that
// digits are kept; and attributes as the runtime's type has them.
#include "engine/operators/rooms.h"
#include "ops/ai.onnx/math/bounds/gelu.h"

namespace etalon {
namespace {

std::optional<Values> gelu(const Call& call) {
  const bool approximate = call.text("approximate") == "tanh";
  return bounded(call.tensor("X"), [&](const ArbBall& x) {
    return approximate ? bounds::gelu_by_tanh(x) : bounds::gelu_by_erf(x);
  });
}

ArbBall clamped(const ArbBall& x) { return maximum(ArbBall(0), minimum(ArbBall(1), x)); }

// X · max(0, min(1, alpha · X + beta)) with alpha = 1/6 and beta = 0.5, or the division last.
std::optional<Values> hard_swish(const Call& call) {
  const ArbBall alpha = constant(1.0 / 6);
  return bounded(call.tensor("X"), [&](const ArbBall& x) {
    const ArbBall six = 6 * clamped((x + 3) / 6);
    return hull(hull(x * clamped(alpha * x + 0.5), x * clamped((x + 3) / 6)), x * six / 6);
  });
}

std::optional<Values> hard_sigmoid(const Call& call) {
  const ArbBall alpha = constant(call.real("alpha")), beta = constant(call.real("beta"));
  return bounded(call.tensor("X"), [&](const ArbBall& x) { return clamped(alpha * x + beta); });
}

std::optional<Values> sigmoid(const Call& call) {
  return bounded(call.tensor("X"), [](const ArbBall& x) { return activation::sigmoid(x); });
}

std::optional<Values> softplus(const Call& call) {
  return bounded(call.tensor("X"), [](const ArbBall& x) { return activation::softplus(x); });
}

// Where exp(X) is infinite, tanh(ln(1 + exp(X))) is 1 all the same.
std::optional<Values> mish(const Call& call) {
  return bounded(call.tensor("X"), [](const ArbBall& x) {
    return hull(x * real::tanh(activation::stable_softplus(x)),
                x * real::tanh(real::log(1 + real::exp(x))));
  });
}

std::optional<Values> elu(const Call& call) {
  const ArbBall alpha = constant(call.real("alpha"));
  return bounded(call.tensor("X"),
                 [&](const ArbBall& x) { return x < 0 ? alpha * real::expm1(x) : x; });
}

// gamma · (alpha · exp(X) - alpha), or as alpha · (exp(X) - 1), or gamma · alpha first.
std::optional<Values> selu(const Call& call) {
  const ArbBall alpha = constant(call.real("alpha")), gamma = constant(call.real("gamma"));
  return bounded(call.tensor("X"), [&](const ArbBall& x) {
    if (x > 0) return gamma * x;
    const ArbBall e = real::exp(x);
    const ArbBall below = hull(alpha * e - alpha, alpha * real::expm1(x));
    return hull(gamma * below,
                hull(gamma * alpha * e - gamma * alpha, gamma * alpha * real::expm1(x)));
  });
}

// max(0, X) + min(0, alpha · (exp(X / alpha) - 1)), or alpha · elu(X / alpha).
std::optional<Values> celu_body(const Call& call) {
  const ArbBall alpha = constant(call.real("alpha"));
  return bounded(call.tensor("X"), [&](const ArbBall& x) {
    const ArbBall z = x / alpha, below = real::expm1(z);
    return hull(maximum(ArbBall(0), x) + minimum(ArbBall(0), alpha * below),
                alpha * (z < 0 ? below : z));
  });
}

std::optional<Values> leaky_relu(const Call& call) {
  const ArbBall alpha = constant(call.real("alpha"));
  return bounded(call.tensor("X"), [&](const ArbBall& x) { return x < 0 ? alpha * x : x; });
}

std::optional<Values> thresholded_relu(const Call& call) {
  const ArbBall alpha = constant(call.real("alpha"));
  return bounded(call.tensor("X"), [&](const ArbBall& x) { return x > alpha ? x : ArbBall(0); });
}

std::optional<Values> shrink(const Call& call) {
  const ArbBall bias = constant(call.real("bias")), lambd = constant(call.real("lambd"));
  return bounded(call.tensor("input"), [&](const ArbBall& x) {
    return x < -lambd ? x + bias : x > lambd ? x - bias : ArbBall(0);
  });
}

std::optional<Values> swish(const Call& call) {
  const ArbBall alpha = constant(call.real("alpha"));
  return bounded(call.tensor("X"),
                 [&](const ArbBall& x) { return x * activation::sigmoid(ArbBall(alpha * x)); });
}

std::optional<Values> gelu_samples(const Call& call) {
  const Tensor& X = call.tensor("X");
  if (call.text("approximate") == "tanh") {
    return sampled(X, []<class R>(const R& x) -> R {
      const R inner = real::sqrt(R(2 / std::numbers::pi)) * (x + 0.044715 * real::pow(x, R(3)));
      return samples::gelu_by_tanh(x, inner);
    });
  }
  return sampled(X, [](const auto& x) { return samples::gelu_by_erf(x); });
}

std::optional<Values> hard_swish_samples(const Call& call) {
  const double alpha = round_to(DType::float32, 1.0 / 6);
  return sampled(call.tensor("X"), [=]<class R>(const R& x) -> R {
    return x * maximum(R(0), minimum(R(1), R(alpha * x + 0.5)));
  });
}

std::optional<Values> sigmoid_samples(const Call& call) {
  return Values{
      each(call.tensor("X"), []<class R>(const R& x) -> R { return activation::sigmoid(R(x)); })};
}

std::optional<Values> softplus_samples(const Call& call) {
  return sampled(call.tensor("X"),
                 []<class R>(const R& x) -> R { return real::log(real::exp(x) + 1); });
}

std::optional<Values> mish_samples(const Call& call) {
  return sampled(call.tensor("X"), []<class R>(const R& x) -> R {
    return x * real::tanh(real::log(1 + real::exp(x)));
  });
}

std::optional<Values> selu_samples(const Call& call) {
  const double alpha = call.real("alpha"), gamma = call.real("gamma");
  return sampled(call.tensor("X"), [=]<class R>(const R& x) -> R {
    return x > 0 ? gamma * x : gamma * (alpha * real::exp(x) - alpha);
  });
}

const Sampled sampled_activations[] = {
    {"Gelu", gelu_samples}, {"HardSwish", hard_swish_samples}, {"Mish", mish_samples},
    {"Selu", selu_samples}, {"Sigmoid", sigmoid_samples},      {"Softplus", softplus_samples}};

const Bounds op[] = {{"Celu", celu_body},
                     {"Elu", elu},
                     {"Gelu", gelu},
                     {"HardSigmoid", hard_sigmoid},
                     {"HardSwish", hard_swish},
                     {"LeakyRelu", leaky_relu},
                     {"Mish", mish},
                     {"Selu", selu},
                     {"Shrink", shrink},
                     {"Sigmoid", sigmoid},
                     {"Softplus", softplus},
                     {"Swish", swish},
                     {"ThresholdedRelu", thresholded_relu}};

}  // namespace
}  // namespace etalon
