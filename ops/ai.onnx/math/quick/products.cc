#include "ops/ai.onnx/math/quick/products.h"

#include "engine/numerics/cast.h"
#include "engine/numerics/matmul.h"
#include "engine/numerics/rounded_once.h"
#include "engine/operators/choice.h"
#include "ops/ai.onnx/quantization/quantized.h"

namespace etalon {

std::optional<Values> matmul_product(const Call& call) {
  return Values{matmul(call.tensor("A"), call.tensor("B"))};
}

std::optional<Values> matmul_integer_product(const Call& call) {
  const Tensor& A = call.tensor("A");
  const Tensor& B = call.tensor("B");
  const Tensor* a_zero_point = call.maybe("a_zero_point");
  const Tensor* b_zero_point = call.maybe("b_zero_point");
  const Reals a = a_zero_point ? centred(A, by_row(*a_zero_point)) : A.as<double>();
  const Reals b = b_zero_point ? centred(B, by_column(*b_zero_point)) : B.as<double>();
  const Reals Y = matmul(a, b, Products::exact);  // 8-bit factors
  return Values{Tensor::of(DType::int32, xt::cast<int64_t>(Y))};
}

Tensor gemm_of_reals(const Gemm& of) {
  const RealElements C(of.C);
  return products_of(of.A, of.transA, of.B, of.transB)
      .rounded([&]<class R>(const R& product, size_t position) -> R {
        return of.alpha * product + of.beta * C.at<R>(position);
      });
}

Tensor truncated_gemm(Gemm of) {
  const DType type = of.A.dtype();
  for (Tensor* X : {&of.A, &of.B, &of.C}) *X = in_float64(*X);
  return cast(gemm_of_reals(of), type, {.wrap = false});
}

std::optional<Values> gemm_product(const Call& call) {
  const Gemm of(call);
  const DType type = of.A.dtype();
  if (is_float(type)) return Values{gemm_of_reals(of)};
  if (!is_whole(of.alpha) || !is_whole(of.beta)) return std::nullopt;
  return Values{over_integers(type, [&]<class T>() {
    const T alpha(static_cast<int64_t>(of.alpha)), beta(static_cast<int64_t>(of.beta));
    const Array<T> product = matrix_product<T>(of.A, of.transA, of.B, of.transB);
    return Tensor::of(type, alpha * product + beta * of.C.as<T>());
  })};
}

namespace {

const Quick op[] = {
    {"MatMul", matmul_product}, {"MatMulInteger", matmul_integer_product}, {"Gemm", gemm_product}};

}  // namespace
}  // namespace etalon
