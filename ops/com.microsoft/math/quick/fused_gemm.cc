// FusedGemm by the engine's matrix products; where bounds are wanted, with the bounds of such sums.
#include "ops/com.microsoft/math/fused_gemm.h"
#include "engine/numerics/matmul.h"
#include "engine/operators/rooms.h"

namespace etalon {
namespace {

std::optional<Values> fused_gemm_product(const Call& call) {
  const Gemm of = gemm_of_floats(call);
  const auto activation = FusedActivation::of_gemm(call);
  const Reader C(of.C);
  return Values{products_of(of.A, of.transA, of.B, of.transB)
                    .rounded([&]<class R>(const R& product, size_t at) -> R {
                      return activation(R(of.alpha * product + of.beta * C.at<R>(at)));
                    })};
}

const Quick op("FusedGemm", fused_gemm_product);

}  // namespace
}  // namespace etalon
