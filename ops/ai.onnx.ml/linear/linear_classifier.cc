// LinearClassifier: Z = post_transform(X · coefficientsᵀ + intercepts), Y = the label of the top
// class. multi_class says how the model was trained; the result does not depend on it.
//   1         for two labels there may be one row of coefficients, with the score s: Z is of -s, s
#include "ops/ai.onnx.ml/linear/linear.h"

namespace etalon {
namespace {

Values linear_classifier(const Call& call) {
  const Tensor labels = class_labels(call, "classlabels_ints");
  const Reals X = feature_rows(call.tensor("X"));
  const bool one_row = labels.size() == 2 && call.reals("coefficients").size() == X.shape()[1];
  const Reals scores = linear_scores(call, X, one_row ? 1 : labels.size());
  return classified(labels, one_row ? two_sided(scores) : scores, post_transform(call));
}

const Operator op("LinearClassifier", linear_classifier, {1}, "ai.onnx.ml");

}  // namespace
}  // namespace etalon
