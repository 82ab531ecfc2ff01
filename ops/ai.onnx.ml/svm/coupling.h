// Probabilities of classes from those of pairs of classes, over any number type R.
//
// Source: T.-F. Wu, C.-J. Lin and R. C. Weng, Probability estimates for multi-class classification
// by pairwise coupling, 2004, algorithm 2.
#pragma once

#include <algorithm>

#include "engine/numerics/matmul.h"
#include "ops/ai.onnx.ml/samples.h"

namespace etalon {

// pᵀQp = Σ_{i<j} (r_ji p_i - r_ij p_j)².
template <class R>
Array<R> quadratic_form(const Array<R>& r) {
  Array<R> Q = full(r.shape(), R(0));
  for (size_t t = 0; t < r.shape()[0]; ++t) {
    for (size_t j = 0; j < r.shape()[0]; ++j) {
      if (j == t) continue;
      Q(t, t) += r(j, t) * r(j, t);
      Q(t, j) = -r(j, t) * r(t, j);
    }
  }
  return Q;
}

// The p that minimises pᵀQp with Σ p = 1, iterated as LIBSVM does: from equal p, one p_t after the
// other, until every |(Qp)_t - pᵀQp| is below 0.005 / k.
template <class R>
Array<R> coupled(const Array<R>& r) {
  const Array<R> Q = quadratic_form(r);
  const size_t k = r.shape()[0];
  const R tolerance = R(5) / (1000 * static_cast<double>(k));
  Array<R> p = full({k}, R(1) / static_cast<double>(k));
  for (size_t round = 0; round < std::max<size_t>(100, k); ++round) {
    Array<R> Qp = matmul(Q, p);
    R pQp = inner(p, Qp);
    const auto settled = [&](const R& each) { return tolerance > real::abs(each - pQp); };
    if (std::all_of(Qp.begin(), Qp.end(), settled)) break;
    for (size_t t = 0; t < k; ++t) {
      const R change = (pQp - Qp(t)) / Q(t, t);
      const R scale = 1 / (1 + change);
      p(t) += change;
      for (size_t j = 0; j < k; ++j) {
        p(j) *= scale;
        Qp(j) = (Qp(j) + change * Q(j, t)) * scale;
      }
      pQp = inner(p, Qp);
    }
  }
  return p;
}

}  // namespace etalon
