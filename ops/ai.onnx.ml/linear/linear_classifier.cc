// LinearClassifier: Z = post_transform(X · coefficientsᵀ + intercepts), Y = the label of the top
// class. multi_class tells how the model was trained and has no part in this.
//   1         for two labels there may be one row of coefficients: its score s stands for -s and s
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
