// LpNormalization: the norms along an axis.
#pragma once

#include "engine/formula.h"

namespace etalon {

// f(x, norm) along attribute `axis`, with norm Σ|x| (p = 1) or √Σ x² (p = 2).
template <class F>  // Array<R> f(const Array<R>& x, const Array<R>& norm)
Tensor by_norm(const Call& call, F f) {
  const Tensor& input = call.tensor("input");
  const int64_t p = call.integer("p");
  if (p != 1 && p != 2) throw InvalidInput("p is {}; only 1 and 2 are allowed", p);
  const size_t axis = axis_index(call.integer("axis"), input.rank());
  return by_sets(input, {axis}, [&]<class R>(const Array<R>& x) -> Array<R> {
    const Array<R> norm =
        p == 1 ? sum_over(Array<R>(real::abs(x))) : real::sqrt(sum_over(Array<R>(real::square(x))));
    return f(x, norm);
  });
}

}  // namespace etalon
