// MatMulNBits: sums whose steps may exceed the type, and g_idx, of which the text says nothing.
#include "ops/com.microsoft/quantization/matmul_nbits.h"
#include "engine/numerics/matmul.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

void open_sums_of_nbits(Opening& open) {
  open.Y = no_result(open.Y, "overflow", [&] {
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
    const Reals exceeding = beyond(open.Y.dtype(), steps);
    return Bools(exceeding > 0.0);
  });
  open.Y = no_result(open.Y, "g_idx",
                     [&] { return full(open.Y.shape(), open.call.maybe("g_idx") != nullptr); });
}

const Open op("MatMulNBits", open_sums_of_nbits);

}  // namespace
}  // namespace etalon
