// LinearClassifier: Z = post_transform(X · coefficientsᵀ + intercepts), Y = the label of the top
// class. multi_class says how the model was trained; the result does not depend on it.
//   1         for two labels there may be one row of coefficients, with the score s: Z is of -s, s.
//             For one label, every example is of it, whatever its score: there is no threshold
#include "ops/ai.onnx.ml/linear/linear.h"

namespace etalon {
namespace {

Values linear_classifier(const Call& call) {
  const Tensor labels = class_labels(call, "classlabels_ints");
  const Tensor samples = feature_rows(call.tensor("X"));
  const size_t features = samples.dim(1);
  const bool one_row = labels.size() == 2 && call.reals("coefficients").size() == features;
  const LinearModel model = linear_model(call, features, one_row ? 1 : labels.size());
  const PostTransform transform = post_transform(call);
  return by_samples(samples, DType::float32, [&]<class R>(const Tensor& X) -> Values {
    const Array<R> s = with_each(matmul(elements_of<R>(X), model.coefficients), model.intercepts);
    return classified(labels, one_row ? side_by_side<R>(-s, s) : s, transform);
  });
}

const Operator op("LinearClassifier", linear_classifier, {1}, "ai.onnx.ml");

}  // namespace
}  // namespace etalon
