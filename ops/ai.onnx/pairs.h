// Elementwise functions of two tensors that elementwise() does not serve: of carriers that differ,
// or of strings.
#pragma once

#include "engine/numerics/numerics.h"

namespace etalon {

// f(a, b) for each pair of elements of A and B, which broadcast; T and U are their carriers.
template <class T, class U = T, class F>
Array<std::invoke_result_t<F, T, U>> pairwise(const Tensor& A, const Tensor& B, F f) {
  const Shape shape = broadcast_shapes(A.shape(), B.shape());
  const Array<T> a = broadcast_to(A, shape).as<T>();
  const Array<U> b = broadcast_to(B, shape).as<U>();
  Array<std::invoke_result_t<F, T, U>> c = empty_array<std::invoke_result_t<F, T, U>>(shape);
  for (size_t i = 0; i < c.size(); ++i) c.data()[i] = f(a.data()[i], b.data()[i]);
  return c;
}

}  // namespace etalon
