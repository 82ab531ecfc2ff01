// LinearClassifier and LinearRegressor.
#pragma once

#include "conformance/generate/rule.h"
#include "conformance/generate/rules/ai.onnx.ml/scores.h"

namespace etalon::rules {

// X, and a row of coefficients for each score.
inline void add_linear_model(Drafting& call, size_t rows, bool intercepts) {
  Draw& draw = call.draw();
  const bool probit = give_post_transform(call, true);
  const size_t features = draw.dimension();
  const double most = (probit ? 0.15 : 2) / static_cast<double>(features);
  call.set("coefficients", draw.reals(rows * features, probit ? 0.001 : -most, most));
  if (intercepts) call.set("intercepts", draw.reals(rows, probit ? 0.01 : -2, probit ? 0.2 : 2));
  add_samples(call, features, probit ? Range{0.5, 5} : Range{-5, 5});
}

}  // namespace etalon::rules
