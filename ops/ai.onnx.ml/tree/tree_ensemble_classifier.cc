// TreeEnsembleClassifier: Z[n, c] = post_transform(base_values[c] + Σ over all trees of the weights
// for class c of the leaf that X[n] reaches from the tree's root), Y = the label of the top class.
//   1         of two classes whose weights are all for the first, their sum s is the score of the
//             second: Z is of (1 - s, s) where s is meant to be a probability (for PROBIT, and for
//             NONE when no weight is negative), else of (-s, s)
//   3         values and weights also as tensors of double
//   5         deprecated for TreeEnsemble; as 3
//
// At a branch x = X[n, feature] goes on to the true node where x passes the test of the branch's
// mode, else to the false one; a NaN goes where missing_value_tracks_true says:
// ops/ai.onnx.ml/tree/forest.h.
//
// The specification does not have the case of one column of weights; it is how models are exported
// and how the other runtimes read them.
#include "ops/ai.onnx.ml/tree/forest_by_ids.h"

namespace etalon {
namespace {

bool is_one_column(const Call& call, size_t classes) {
  const std::vector<int64_t> class_ids = call.ints("class_ids");
  return classes == 2 && !class_ids.empty() &&
         std::all_of(class_ids.begin(), class_ids.end(), [](int64_t id) { return id == 0; });
}

// Whether the one column is meant to be a probability.
bool is_probability(const Call& call, PostTransform transform) {
  const std::vector<double> weights = reals_or_tensor(call, "class_weights");
  const bool negative =
      std::any_of(weights.begin(), weights.end(), [](double weight) { return weight < 0; });
  return transform == PostTransform::probit || (transform == PostTransform::none && !negative);
}

Values tree_ensemble_classifier(const Call& call) {
  const Tensor labels = class_labels(call, "classlabels_int64s");
  const bool one_column = is_one_column(call, labels.size());
  const size_t columns = one_column ? 1 : labels.size();
  const Forest forest = forest_by_ids(call, "class", columns);
  const std::vector<double> base_values = reals_or_tensor(call, "base_values");
  if (one_column && base_values.size() == 2) {
    throw Unspecified("there are two base_values for one column of weights");
  }
  const Tensor& X = call.tensor("X");
  check_samples(forest, X);
  const Reals bases = base_values_of(base_values, columns);
  const PostTransform transform = post_transform(call);
  const bool probability = is_probability(call, transform);
  return by_samples(X, DType::float32, [&]<class R>(const Tensor& samples) -> Values {
    const Array<R> sums = by_target<R>(forest, samples, columns, sum_of<R>);
    const Array<R> s = with_each(sums, bases);
    if (!one_column) return classified(labels, s, transform);
    const Array<R> other = probability ? Array<R>(1 - s) : Array<R>(-s);
    return classified(labels, side_by_side(other, s), transform);
  });
}

const Operator op("TreeEnsembleClassifier", tree_ensemble_classifier, {1, 3, 5}, "ai.onnx.ml");

}  // namespace
}  // namespace etalon
