// What the linear models share: one score for each row of coefficients.
#pragma once

#include "engine/numerics/matmul.h"
#include "ops/ai.onnx.ml/scores.h"

namespace etalon {

// scores[n, e] = Σ_f X[n, f] · coefficients[e, f] + intercepts[e], for so many rows e; intercepts
// that are not given are zeros. Throws InvalidInput for other numbers of either.
inline Reals linear_scores(const Call& call, const Reals& X, size_t rows) {
  const size_t features = X.shape()[1];
  const std::vector<double> coefficients = call.reals("coefficients");
  const std::vector<double> intercepts = call.reals("intercepts");
  if (coefficients.size() != element_count({rows, features})) {
    throw InvalidInput("there are {} coefficients for {} rows of {} features", coefficients.size(),
                       rows, features);
  }
  if (!intercepts.empty() && intercepts.size() != rows) {
    throw InvalidInput("there are {} intercepts for {} rows of coefficients", intercepts.size(),
                       rows);
  }
  const Reals W = array_of(coefficients, {rows, features});
  const Reals scores = matmul(X, Reals(xt::transpose(W)), true);
  if (intercepts.empty()) return scores;
  return scores + array_of(intercepts, {rows});
}

}  // namespace etalon
