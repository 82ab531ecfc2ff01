// DynamicQuantizeMatMul, A being quantized in any way: each of its elements may be off by a step of
// 8 bits of A's whole range.
#include "engine/numerics/matmul.h"
#include "engine/operators/rooms.h"
#include "engine/values/evaluation.h"
#include "engine/values/rounding.h"
#include "ops/com.microsoft/dynamic.h"

namespace etalon {
namespace {

std::optional<Values> bounded_matmul(const Call& call) {
  if (!evaluation().rounding) return std::nullopt;
  const Tensor &A = call.tensor("A"), &B = call.tensor("B");
  const double step = step_of_range(A);
  Array<ArbBall> a = elements_of<ArbBall>(A);
  for (ArbBall& element : a) element.widen(step);
  const Tensor b = centred(B, call.maybe("b_zero_point"));
  const Array<ArbBall> sums = matmul(a, elements_of<ArbBall>(b));
  const Tensor b_scale = by_column(call, "b_scale", columns_of(B));
  const Array<ArbBall> Y =
      sums * elements_of<ArbBall>(b_scale) + elements_of<ArbBall>(bias_of(call));
  return Values{rounded(DType::float32, Y)};
}

const Bounds op("DynamicQuantizeMatMul", bounded_matmul);

}  // namespace
}  // namespace etalon
