// What the linear models share: one score per row of coefficients.
#pragma once

#include "engine/numerics/matmul.h"
#include "ops/ai.onnx.ml/scores.h"

namespace etalon {

// scores[n, e] = Σ_f X[n, f] · coefficients[e, f] + intercepts[e]; no intercepts are zeros.
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
  Reals W = empty_array<double>({features, rows});
  for (size_t i = 0; i < coefficients.size(); ++i) {
    W.data()[i % features * rows + i / features] = coefficients[i];
  }
  Reals scores = matmul(X, W, true);
  for (size_t i = 0; i < scores.size(); ++i) {
    if (!intercepts.empty()) scores.data()[i] += intercepts[i % rows];
  }
  return scores;
}

}  // namespace etalon
