// FusedGemm: sums whose steps may exceed the type, or that are not numbers, of which the activation
// makes what it does of an infinity or NaN; whether C is read where beta is 0; and a call without
// an activation.
#include "ops/com.microsoft/math/fused_gemm.h"
#include "engine/numerics/matmul.h"
#include "ops/com.microsoft/activated.h"

namespace etalon {
namespace {

Reals matrix_of(const Tensor& X, bool trans) {
  const Reals x = xt::abs(X.as<double>());
  return trans ? Reals(xt::transpose(x)) : x;
}

void open_fused_gemm(Opening& open) {
  at_point("no_activation", open.call.text("activation", "").empty());
  const Gemm of = gemm_of_floats(open.call);
  const auto activation = FusedActivation::of_gemm(open.call);
  const Reals products = matmul(matrix_of(of.A, of.transA), matrix_of(of.B, of.transB));
  const Reals C = xt::abs(of.C.as<double>());
  const auto no_number = [&] {
    Reals steps = products * std::max(1.0, std::fabs(of.alpha));
    if (of.beta != 0) steps = steps + C * std::fabs(of.beta);
    const Reals exceeding = beyond(open.Y.dtype(), steps);
    return Bools(exceeding > 0.0 || !xt::isfinite(steps));
  };
  open.Y = activated_or_exact(open.Y, "overflow", no_number, activation);
  const Tensor* given = open.call.maybe("C");
  if (of.beta != 0 || !given) return;
  const auto of_sum = [&](double sum) {
    return [&, sum] { return scalar(open.Y.dtype(), activation(sum)); };
  };
  const auto unread = [&] {
    return open.again({{"C", Tensor::zeros(given->dtype(), given->shape())}});
  };
  open.Y = choice(
      open.Y, "beta_zero", [&] { return Bools(!xt::isfinite(C)); }, "read",
      {{"unread", unread}, {"infinity", of_sum(infinity)}, {"minus_infinity", of_sum(-infinity)}});
}

const Open op("FusedGemm", open_fused_gemm);

}  // namespace
}  // namespace etalon
