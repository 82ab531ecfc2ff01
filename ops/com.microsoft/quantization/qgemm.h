// QGemm's operands.
#pragma once

#include "ops/com.microsoft/dynamic.h"
#include "ops/com.microsoft/quantization/qlinear.h"

namespace etalon {

// Throws InvalidInput where the shapes do not fit.
struct QGemm {
  explicit QGemm(const Call& call)
      : alpha(call.real("alpha")), a_scale(call.tensor("a_scale").item<double>()) {
    const Tensor A = matrix(call, "A", "transA"), B = matrix(call, "B", "transB");
    b_scale = by_column(call, "b_scale", B.dim(1));
    sum = step_of(call, "MatMulInteger", 10,
                  {{"A", A},
                   {"B", B},
                   {"a_zero_point", single(call.tensor("a_zero_point"))},
                   {"b_zero_point", by_column(call, "b_zero_point", B.dim(1))}})[0]
              .tensor();
    if (b_scale.rank() > 1) require_shape("b_scale", b_scale, {B.dim(1)});
    const Tensor* given = call.maybe("C");
    C = broadcast_to(given ? *given : scalar(DType::int32, int64_t{0}), sum.shape());
    const Tensor* of_Y = call.maybe("y_scale");
    y_scale = of_Y ? *of_Y : scalar(DType::float32, 1.0);
  }

  static Tensor matrix(const Call& call, const char* X, const char* trans) {
    const Tensor& matrix = call.tensor(X);
    require_rank(X, matrix, 2);
    return call.flag(trans) ? transposed(matrix, {1, 0}) : matrix;
  }

  double alpha, a_scale;
  Tensor b_scale, y_scale;
  Tensor sum, C;  // Σ of the products, and C, int32 of Y's shape
};

}  // namespace etalon
