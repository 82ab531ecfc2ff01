// Matrices whose columns depend on nothing but the same columns of what they are made of.
#pragma once

#include "engine/formula.h"
#include "engine/values/evaluation.h"

namespace etalon {

// Matrices whose columns [first, end) f.operator()<R>(first, end) gives, each rounded as it says:
// std::vector<Tensor>. What balls of doubles leave undecided is evaluated again in halves, so that
// an undecided element costs one column's evaluation over balls of more bits. `type` is the widest
// of the results.
template <class F>
std::vector<Tensor> by_columns(DType type, size_t first, size_t end, F f) {
  if (evaluation().once_over_arbs() || type == DType::float64 || end - first < 2) {
    return over_reals(type, [&]<class R>() { return f.template operator()<R>(first, end); });
  }
  try {
    return f.template operator()<Ball>(first, end);
  } catch (const Undecided&) {
    const size_t middle = first + (end - first) / 2;
    std::vector<Tensor> matrices = by_columns(type, first, middle, f);
    const std::vector<Tensor> others = by_columns(type, middle, end, f);
    for (size_t i = 0; i < matrices.size(); ++i) matrices[i] = concat({matrices[i], others[i]}, 1);
    return matrices;
  }
}

}  // namespace etalon
