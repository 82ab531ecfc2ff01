// What the linear models share: one score for each row of coefficients.
#pragma once

#include "engine/numerics/matmul.h"
#include "ops/ai.onnx.ml/scores.h"

namespace etalon {

struct LinearModel {
  Reals coefficients;  // [F, E]
  Reals intercepts;    // [E], or [0] where none are given
};

// The model of the attributes, with so many scores E. Throws InvalidInput for other numbers of
// coefficients or intercepts.
inline LinearModel linear_model(const Call& call, size_t features, size_t scores) {
  const std::vector<double> coefficients = call.reals("coefficients");
  const std::vector<double> intercepts = call.reals("intercepts");
  if (coefficients.size() != element_count({scores, features})) {
    throw InvalidInput("there are {} coefficients for {} rows of {} features", coefficients.size(),
                       scores, features);
  }
  if (!intercepts.empty() && intercepts.size() != scores) {
    throw InvalidInput("there are {} intercepts for {} rows of coefficients", intercepts.size(),
                       scores);
  }
  const Reals W = array_of(coefficients, {scores, features});
  return {xt::transpose(W), array_of(intercepts, {intercepts.size()})};
}

// scores[n, e] = Σ_f X[n, f] · coefficients[f, e] + intercepts[e].
template <class R>
Array<R> linear_scores(const LinearModel& model, const Tensor& X) {
  const Array<R> scores = matmul(elements_of<R>(X), carriers_of<R>(model.coefficients));
  if (model.intercepts.size() == 0) return scores;
  return scores + carriers_of<R>(model.intercepts);
}

}  // namespace etalon
