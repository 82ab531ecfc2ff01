// Gemm.
#include "engine/operators/choice.h"
#include "ops/ai.onnx/math/quick/products.h"

namespace etalon {
namespace {

// The BLAS that the text refers to does not read C where beta is 0.
Tensor open_reals(const Tensor& Y, const Gemm& of) {
  const auto unread = [&] {
    Gemm other = of;
    other.C = Tensor::zeros(of.C.dtype(), of.C.shape());
    return gemm_of_reals(other);
  };
  const Tensor read = of.beta == 0 ? either_of(Y, "beta_zero", "read", "unread", unread) : Y;
  return open_sums(read, {of.A, of.B, of.C}, 2, [&](const std::vector<Tensor>& operands) {
    Gemm steps = of;
    steps.A = operands[0], steps.B = operands[1], steps.C = operands[2];
    steps.alpha = std::max(1.0, std::fabs(of.alpha));
    steps.beta = std::fabs(of.beta);
    return gemm_of_reals(steps);
  });
}

// Integers wrap, or saturate. With a factor that is none, what is not whole is open.
Tensor open_integers(const Tensor& Y, const Gemm& of) {
  if (!is_whole(of.alpha) || !is_whole(of.beta)) {
    const Tensor truncated = truncated_gemm(of);
    return no_result(truncated, "fractional_alpha", [&] { return full(truncated.shape(), true); });
  }
  return open_sums(Y, {of.A, of.B, of.C}, 2, [&](const std::vector<Tensor>& operands) {
    Gemm in_reals = of;
    in_reals.A = operands[0], in_reals.B = operands[1], in_reals.C = operands[2];
    return gemm_of_reals(in_reals);
  });
}

const Open op("Gemm", [](Opening& open) {
  const Gemm of(open.call);
  open.Y = is_float(of.A.dtype()) ? open_reals(open.Y, of) : open_integers(open.Y, of);
});

}  // namespace
}  // namespace etalon
