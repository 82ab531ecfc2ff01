// TreeEnsemble: Y[n, t] = post_transform(the aggregate, over all trees, of the weights for target t
// of the leaf that X[n] reaches from the tree's root).
//   5
//
// At a branch x = X[n, feature] goes on to the true node where x passes the test of the branch's
// mode, else to the false one; a NaN goes where missing_value_tracks_true says:
// ops/ai.onnx.ml/tree/forest.h.
#include "ops/ai.onnx.ml/tree/forest_by_positions.h"

namespace etalon {
namespace {

Values tree_ensemble(const Call& call) {
  const Tensor& X = call.tensor("X");
  const size_t n_targets = target_count(call);
  const auto aggregate = numbered<Aggregate>(call, "aggregate_function", 4);
  const auto transform = numbered<PostTransform>(call, "post_transform", 5);
  const Forest forest = forest_by_positions(call, n_targets);
  check_samples(forest, X);
  return by_samples(X, X.dtype(), [&]<class R>(const Tensor& samples) -> Array<R> {
    const Array<R> scores =
        by_target<R>(forest, samples, n_targets, [&](const Weights& weights) -> R {
          return aggregated<R>(aggregate, weights, forest.roots.size());
        });
    return transformed(scores, transform);
  });
}

const Operator op("TreeEnsemble", tree_ensemble, {5}, "ai.onnx.ml");

}  // namespace
}  // namespace etalon
