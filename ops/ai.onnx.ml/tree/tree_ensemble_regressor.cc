// TreeEnsembleRegressor: Y[n, t] = post_transform(base_values[t] + the aggregate, over all trees,
// of the weights for target t of the leaf that X[n] reaches from the tree's root).
//   1
//   3         values and weights also as tensors of double
//   5         deprecated for TreeEnsemble; as 3
//
// At a branch x = X[n, feature] goes on to the true node where x passes the test of the branch's
// mode, else to the false one; a NaN goes where missing_value_tracks_true says:
// ops/ai.onnx.ml/tree/forest.h.
#include "ops/ai.onnx.ml/tree/forest_by_ids.h"

namespace etalon {
namespace {

Values tree_ensemble_regressor(const Call& call) {
  const size_t n_targets = target_count(call);
  const Aggregate aggregate = aggregate_function(call);
  check_node_ids(call);
  const Forest forest = forest_by_ids(call, "target", n_targets);
  const Tensor& X = call.tensor("X");
  check_samples(forest, X);
  const Reals base_values = base_values_of(reals_or_tensor(call, "base_values"), n_targets);
  const PostTransform transform = post_transform(call);
  return by_samples(X, DType::float32, [&]<class R>(const Tensor& samples) -> Array<R> {
    const Array<R> votes =
        by_target<R>(forest, samples, n_targets, [&](const Weights& weights) -> R {
          return aggregated<R>(aggregate, weights, forest.roots.size());
        });
    return transformed(with_each(votes, base_values), transform);
  });
}

const Operator op("TreeEnsembleRegressor", tree_ensemble_regressor, {1, 3, 5}, "ai.onnx.ml");

}  // namespace
}  // namespace etalon
