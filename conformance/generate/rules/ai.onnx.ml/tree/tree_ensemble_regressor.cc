#include "conformance/generate/rules/ai.onnx.ml/scores.h"
#include "conformance/generate/rules/ai.onnx.ml/tree/listed_trees.h"

namespace etalon::rules {

// Unless the votes are summed, each leaf votes for all targets: without votes there is no least or
// greatest one, and the text does not say whether an average is over the votes or over the trees.
const GenerationRule tree_regressor_rule("ai.onnx.ml.TreeEnsembleRegressor", [](Drafting& call,
                                                                                Draw& draw) {
  const size_t targets = 1 + draw.below(3);
  const size_t features = draw.dimension();
  const ListedTrees listed = draw_listed_trees(call, true);
  const auto aggregate = draw.pick<std::string>({"SUM", "AVERAGE", "MIN", "MAX"});
  if (aggregate != "SUM" || draw.chance(0.5)) call.set("aggregate_function", aggregate);
  call.set("n_targets", static_cast<int64_t>(targets));
  const bool probit = give_post_transform(call, true);
  give_base_values(call, listed, targets, probit);
  give_nodes(call, listed, features);
  const size_t votes =
      give_votes(call, listed, "target", targets, aggregate != "SUM" || draw.chance(0.4));
  const auto weights = draw_weights(draw, votes, listed.trees.size(), probit, true);
  give_reals(call, "target_weights", weights, listed.as_tensors);
  add_samples_for_trees(call, features);
});

}  // namespace etalon::rules
