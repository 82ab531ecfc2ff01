// QLinearMatMul: y = saturate(round(P · a_scale · b_scale / y_scale) + y_zero_point), ties to even,
//   P[…, i, j] = Σ_k (a − a_zero_point)[…, i, k] · (b − b_zero_point)[…, k, j], NumPy's matmul
// Float types round once, after the addition. Scales and zero points are one value, one for each
// row of a or column of b, or shaped as [..., M, 1] or [..., 1, N].
//   10        8-bit integers
//   21        float8; scales in float16 and bfloat16 too
#include "ops/ai.onnx/math/matrices.h"
#include "ops/ai.onnx/quantization/qlinear.h"
#include "ops/ai.onnx/quantization/quantized.h"

namespace etalon {
namespace {

Values qlinear_matmul(const Call& call) {
  require_pairs(call, {"a", "b", "y"});
  const Tensor A = difference(call.tensor("a"), by_row(call.tensor("a_zero_point")));
  const Tensor B = difference(call.tensor("b"), by_column(call.tensor("b_zero_point")));
  const Matrices matrices = matrices_of(A, B);
  const Reader a(matrices.A), b(matrices.B);
  const Scales scales = scales_of(call, matrices.product);
  const Shape shape{a.dim(0), a.dim(1), b.dim(2)};
  const Reader a_scale(scales.a.reshaped(shape)), b_scale(scales.b.reshaped(shape));
  const Reader y_scale(scales.y.reshaped(shape)), y_zero_point(scales.zero_point.reshaped(shape));
  const auto quotient = [&]<class R>(size_t n, size_t i, size_t j) -> R {
    Sum<R> P;
    for (size_t k = 0; k < a.dim(2); ++k) P.add(a.at<R>(n, i, k) * b.at<R>(n, k, j));
    return P.result() * a_scale.at<R>(n, i, j) * b_scale.at<R>(n, i, j) / y_scale.at<R>(n, i, j);
  };
  const DType type = call.tensor("y_zero_point").dtype();
  if (is_float(type)) {
    const auto y = [&]<class R>(size_t n, size_t i, size_t j) -> R {
      return quotient.template operator()<R>(n, i, j) + y_zero_point.at<R>(n, i, j);
    };
    return {each_output(type, shape, y).reshaped(matrices.product)};
  }
  const auto rounded = [&]<class R>(size_t n, size_t i, size_t j) -> R {
    return real::rint(quotient.template operator()<R>(n, i, j));
  };
  // A whole number that float32 does not hold is far beyond y's type.
  const Tensor whole = each_output(DType::float32, shape, rounded).reshaped(matrices.product);
  const Saturation saturate(type);
  const auto y = [&](double q, double zero) { return saturate(q + zero); };
  return {Tensor::of(type, pairwise<double>(whole, scales.zero_point, y))};
}

const Operator op("QLinearMatMul", qlinear_matmul, {10, 21});

}  // namespace
}  // namespace etalon
