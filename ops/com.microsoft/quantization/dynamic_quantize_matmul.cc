// DynamicQuantizeMatMul: Y[…, m, n] = A_scale · b_scale[n] · Σ_k (a[…, m, k] − A_zero_point) ·
// (B[…, k, n] − b_zero_point[n]) + bias[n], where a, A_scale and A_zero_point are A quantized as
// DynamicQuantizeLinear does. b_scale and b_zero_point are one value, or one for each column of B.
//   1
// The text has no formula: how A is quantized is measured of onnxruntime 1.32.0, as well as an A of
// zeros, of which DynamicQuantizeLinear has no scale, and scales of shape […, 1, N].
#include "ops/com.microsoft/dynamic.h"

namespace etalon {
namespace {

Values dynamic_quantize_matmul(const Call& call) {
  const Dynamic A(call, call.tensor("A"));
  NamedValues factors = {
      {"A", A.quantized}, {"B", call.tensor("B")}, {"a_zero_point", A.zero_point}};
  const size_t columns = columns_of(call.tensor("B"));
  if (call.maybe("b_zero_point")) {
    factors.emplace_back("b_zero_point", by_column(call, "b_zero_point", columns));
  }
  const Tensor sum = step_of(call, "MatMulInteger", 10, factors)[0].tensor();
  return {each(DType::float32, sum, by_column(call, "b_scale", columns), bias_of(call),
               [&]<class R>(const R& S, const R& b_scale, const R& bias) -> R {
                 return A.scale * b_scale * S + bias;
               })};
}

const Operator op("DynamicQuantizeMatMul", dynamic_quantize_matmul, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
