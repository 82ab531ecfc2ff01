// FusedMatMul and its duplicate by the engine's matrix products.
#include "ops/com.microsoft/math/fused_matmul.h"
#include "engine/numerics/matmul.h"
#include "engine/operators/rooms.h"

namespace etalon {
namespace {

std::optional<Values> fused_matmul_product(const Call& call) {
  const Matrices of = fused_matrices(call);
  const double alpha = call.real("alpha");
  const Tensor Y =
      products_of(of.A, false, of.B, false).rounded([&]<class R>(const R& sum, size_t) -> R {
        return alpha * sum;
      });
  return Values{Y.reshaped(of.product)};
}

const Quick op[] = {{"FusedMatMul", fused_matmul_product},
                    {"TransposeMatMul", fused_matmul_product}};

}  // namespace
}  // namespace etalon
