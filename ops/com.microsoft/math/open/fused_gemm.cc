// FusedGemm: sums whose steps may exceed the type, or that are no numbers, of which the activation
// makes anything; whether C is read where beta is 0; and a call without an activation.
#include "ops/com.microsoft/math/fused_gemm.h"
#include "engine/numerics/matmul.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

Reals matrix_of(const Tensor& X, bool trans) {
  const Reals x = xt::abs(X.as<double>());
  return trans ? Reals(xt::transpose(x)) : x;
}

void open_fused_gemm(Opening& open) {
  at_point("no_activation", open.call.text("activation", "").empty());
  const Gemm of = gemm_of_floats(open.call);
  const Reals products = matmul(matrix_of(of.A, of.transA), matrix_of(of.B, of.transB));
  const Reals C = xt::abs(of.C.as<double>());
  const Reals steps = products * std::max(1.0, std::fabs(of.alpha)) + C * std::fabs(of.beta);
  open.Y = no_result(open.Y, "beta_zero", [&] {
    return of.beta == 0 ? Bools(!xt::isfinite(C)) : full(C.shape(), false);
  });
  open.Y = no_result(open.Y, "overflow", [&] {
    const Reals exceeding = beyond(open.Y.dtype(), steps);
    return Bools(exceeding > 0.0 || !xt::isfinite(steps));
  });
}

const Open op("FusedGemm", open_fused_gemm);

}  // namespace
}  // namespace etalon
