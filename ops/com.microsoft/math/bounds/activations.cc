// Activations as their texts have them, where the formula is arranged so that digits are kept; and
// numbers of the text as the runtime's type has them. Gelu is ai.onnx's, and what may be computed
// of one is no further off of the other.
#include "engine/operators/rooms.h"
#include "engine/values/evaluation.h"
#include "ops/ai.onnx/math/bounds/gelu.h"

namespace etalon {
namespace {

// The elements of X, with a bias along the last axis added.
Array<ArbBall> biased_elements(const Tensor& X, const Tensor* bias) {
  const Array<ArbBall> x = elements_of<ArbBall>(X);
  if (!bias) return x;
  return x + elements_of<ArbBall>(broadcast_to(*bias, X.shape()));
}

std::optional<Values> bounded_gelu(const Call& call) {
  return bounded(call.tensor("X"), bounds::gelu_by_erf);
}

std::optional<Values> bounded_bias_gelu(const Call& call) {
  const Tensor& A = call.tensor("A");
  return bounded(A.dtype(), biased_elements(A, call.maybe("B")), bounds::gelu_by_erf);
}

std::optional<Values> bounded_fast_gelu(const Call& call) {
  const Tensor& X = call.tensor("X");
  return bounded(X.dtype(), biased_elements(X, call.maybe("bias")), [](const ArbBall& x) {
    const ArbBall z = constant(0.797885) * x + constant(0.035677) * real::pow(x, 3);
    const ArbBall factored = x * (constant(0.035677) * x * x + constant(0.797885));
    return hull(bounds::gelu_by_tanh(x, z), bounds::gelu_by_tanh(x, factored));
  });
}

std::optional<Values> bounded_quick_gelu(const Call& call) {
  const ArbBall alpha = constant(call.real("alpha"));
  return bounded(call.tensor("X"),
                 [&](const ArbBall& x) { return x * activation::sigmoid(ArbBall(alpha * x)); });
}

// 0.5 · X · (1 + erf(X / √2)) of X, each step rounded to its type, as the function body has it.
Tensor gelu_by_steps(const Tensor& X) {
  const Tensor z = each(X, []<class R>(const R& x) -> R { return x / real::sqrt(R(2)); });
  const Tensor e = each(z, [](const auto& each) { return real::erf(each); });
  const Tensor phi = each(e, [](const auto& each) { return 1 + each; });
  const Tensor half = each(X, [](const auto& x) { return 0.5 * x; });
  return each(half, phi, [](const auto& a, const auto& b) { return a * b; });
}

bool is_narrow(DType type) { return is_float(type) && bit_width(type) <= 16; }

std::optional<Values> gelu_samples(const Call& call) {
  const Tensor& X = call.tensor("X");
  if (is_narrow(X.dtype()) && evaluation().sampled->fused()) return Values{gelu_by_steps(X)};
  return sampled(X, [](const auto& x) { return samples::gelu_by_erf(x); });
}

std::optional<Values> bias_gelu_samples(const Call& call) {
  const Tensor &A = call.tensor("A"), &B = call.tensor("B");
  const auto sum = [](const auto& a, const auto& b) { return a + b; };
  if (is_narrow(A.dtype())) return Values{gelu_by_steps(each(A, B, sum))};
  if (!evaluation().sampled->fused()) return std::nullopt;
  return Values{each(
      A, B, []<class R>(const R& a, const R& b) -> R { return samples::gelu_by_erf(R(a + b)); })};
}

std::optional<Values> fast_gelu_samples(const Call& call) {
  const Tensor &X = call.tensor("X"), *bias = call.maybe("bias");
  if (!evaluation().sampled->fused()) return std::nullopt;
  const Tensor zero = Tensor::zeros(X.dtype(), {});
  return Values{each(X, bias ? *bias : zero, []<class R>(const R& x, const R& b) -> R {
    const R sum = x + b;
    return samples::gelu_by_tanh(sum, R(0.797885 * sum + 0.035677 * sum * sum * sum));
  })};
}

const Sampled sampled_gelus[] = {
    {"Gelu", gelu_samples}, {"BiasGelu", bias_gelu_samples}, {"FastGelu", fast_gelu_samples}};

const Bounds op[] = {{"Gelu", bounded_gelu},
                     {"BiasGelu", bounded_bias_gelu},
                     {"FastGelu", bounded_fast_gelu},
                     {"QuickGelu", bounded_quick_gelu}};

}  // namespace
}  // namespace etalon
