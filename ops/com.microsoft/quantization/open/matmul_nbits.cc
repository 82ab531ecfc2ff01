// MatMulNBits: sums whose steps may exceed the type, and g_idx, which is read or not.
#include "ops/com.microsoft/quantization/matmul_nbits.h"
#include "ops/com.microsoft/quantization/open/sides_of_product.h"

namespace etalon {
namespace {

void open_sums_of_nbits(Opening& open) {
  const auto steps = [&] {
    const BlockWeights B(open.call);
    const Rows of(open.call, B);
    const Reals A = xt::abs(of.A.as<double>());
    const Reals q = xt::abs(B.q.as<double>()) + xt::abs(B.zero_point.as<double>());
    const Reals weights = q * xt::abs(B.scale.as<double>());
    Reals steps = matmul(A, Reals(xt::transpose(weights)));
    if (const Tensor* bias = open.call.maybe("bias")) {
      steps = steps + xt::abs(bias->as<double>());
    }
    steps.reshape(open.Y.shape());
    return steps;
  };
  open.Y = sum_or_exact(open.Y, "overflow", steps, [&] {
    const BlockWeights B(open.call);
    const Rows of(open.call, B);
    const Reals q = B.q.as<double>() - B.zero_point.as<double>();
    return sides_of_product(of.A.as<double>(), Reals(xt::transpose(q * B.scale.as<double>())),
                            open.call.maybe("bias"), open.Y.shape());
  });
  if (!open.call.maybe("g_idx")) return;
  open.Y = either_of(open.Y, "g_idx", "read", "unread", [&] {
    return open.again({{"g_idx", Value()}});
  });
}

const Open op("MatMulNBits", open_sums_of_nbits);

}  // namespace
}  // namespace etalon
