// What the operators that give bools share.
#pragma once

#include "engine/formula.h"
#include "engine/numerics/elementwise.h"

namespace etalon {

// Y = holds(x) for each element x of a float tensor.
template <class F>  // bool holds(double x)
Tensor elements_that(const Tensor& X, F holds) {
  const Reals x = X.as<double>();
  Bools Y = empty_array<bool>(x.shape());
  std::transform(x.begin(), x.end(), Y.begin(), holds);
  return Tensor::of(DType::boolean, Y);
}

// C = holds(a, b) for each pair of elements of A and B, which broadcast.
template <class F>  // bool holds(T a, T b), where T is the carrier
Tensor compared(const Tensor& A, const Tensor& B, F holds) {
  return arithmetic(A.dtype(), [&]<class T>() {
    return elementwise<T>(DType::boolean, A, B, [&](T a, T b) -> bool { return holds(a, b); });
  });
}

}  // namespace etalon
