// Gemm: its operands and factors.
#pragma once

#include "engine/formula.h"

namespace etalon {

struct Gemm {
  // Throws InvalidInput where the shapes do not fit.
  explicit Gemm(const Call& call)
      : A(call.tensor("A")),
        B(call.tensor("B")),
        transA(call.flag("transA")),
        transB(call.flag("transB")),
        alpha(call.real("alpha")),
        beta(call.real("beta")) {
    require_rank("A", A, 2);
    require_rank("B", B, 2);
    const Shape shape{A.dim(transA), B.dim(!transB)};
    const Tensor* given = call.maybe("C");
    const bool broadcasts = !call.schema().attribute("broadcast") || call.flag("broadcast");
    if (given && !broadcasts && given->shape() != shape) {
      throw InvalidInput("C's shape is {} where Y's is {} and broadcast is 0",
                         to_string(given->shape()), to_string(shape));
    }
    C = broadcast_to(given ? *given : Tensor::zeros(A.dtype(), {}), shape);
    if (A.dim(!transA) != B.dim(transB)) {
      throw InvalidInput("A of shape {}{} and B of shape {}{} do not fit a matrix product",
                         to_string(A.shape()), transA ? ", transposed," : "", to_string(B.shape()),
                         transB ? ", transposed," : "");
    }
  }

  Tensor A, B;
  Tensor C;  // in Y's shape; zeros when it is left out
  bool transA, transB;
  double alpha, beta;
};

inline bool is_whole(double factor) {
  return std::trunc(factor) == factor && std::fabs(factor) < 0x1p63;
}

// alpha or beta as R: whole where that is an integer.
template <class R>
R factor(double value) {
  if constexpr (std::is_integral_v<R>) {
    return static_cast<R>(static_cast<int64_t>(value));
  } else {
    return value;
  }
}

}  // namespace etalon
