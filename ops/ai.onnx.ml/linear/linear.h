// What the linear models share: their attributes.
#pragma once

#include "engine/numerics/matmul.h"
#include "ops/ai.onnx.ml/scores.h"

namespace etalon {

struct LinearModel {
  Reals coefficients;  // [F, E]: the transpose of the attribute's rows
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

}  // namespace etalon
