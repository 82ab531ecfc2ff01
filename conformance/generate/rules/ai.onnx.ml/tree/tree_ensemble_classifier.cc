#include "conformance/generate/rules/ai.onnx.ml/scores.h"
#include "conformance/generate/rules/ai.onnx.ml/tree/listed_trees.h"

namespace etalon::rules {

// Base values break ties between classes without votes. Only with base values are there negative
// weights, with which such a class may be the top one. If there are two classes, both get votes:
// the text does not say what votes for one of them mean for the other.
const GenerationRule tree_classifier_rule("ai.onnx.ml.TreeEnsembleClassifier", [](Drafting& call,
                                                                                  Draw& draw) {
  const size_t classes = 1 + draw.below(4);
  const size_t features = draw.dimension();
  const ListedTrees listed = draw_listed_trees(call, draw.chance(0.5));
  give_class_labels(call, "classlabels_int64s", classes);
  const bool probit = give_post_transform(call, true);
  const bool based = give_base_values(call, listed, classes, probit);
  give_nodes(call, listed, features);
  const size_t votes = give_votes(call, listed, "class", classes, classes == 2 || draw.chance(0.4));
  const auto weights = draw_weights(draw, votes, listed.trees.size(), probit, based);
  give_reals(call, "class_weights", weights, listed.as_tensors);
  add_samples_for_trees(call, features);
});

}  // namespace etalon::rules
