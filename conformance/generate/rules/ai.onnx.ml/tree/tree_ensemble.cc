#include <limits>
#include <map>

#include "conformance/generate/rules/ai.onnx.ml/scores.h"
#include "conformance/generate/rules/ai.onnx.ml/tree/trees.h"

namespace etalon::rules {
namespace {

// The lists of TreeEnsemble, where nodes and leaves of all trees are numbered separately.
struct SplitTrees {
  std::map<std::string, std::vector<int64_t>> ints;
  int64_t nodes = 0;
  int64_t leaves = 0;

  // A tree that is a leaf is a node, both of whose branches lead to the leaf.
  void add(DrawnTree tree) {
    if (tree.size() == 1) tree = DrawnTree{Branching{1, 1}, Branching{}};
    std::vector<int64_t> places;
    ints["tree_roots"].push_back(nodes);
    for (const Branching& node : tree) places.push_back(node.leaf() ? leaves++ : nodes++);
    for (const Branching& node : tree) {
      if (node.leaf()) continue;
      ints["nodes_trueleafs"].push_back(tree[node.when_true].leaf() ? 1 : 0);
      ints["nodes_truenodeids"].push_back(places[node.when_true]);
      ints["nodes_falseleafs"].push_back(tree[node.when_false].leaf() ? 1 : 0);
      ints["nodes_falsenodeids"].push_back(places[node.when_false]);
    }
  }
};

// Numbers of X's type as an attribute.
void give_tensor(Drafting& call, const std::string& name, const std::vector<double>& values) {
  call.set(name, tensor_of_reals(call.input_type(0), {values.size()}, values));
}

// The tests of the nodes. Each membership test has its own set, which ends with a NaN. The hit
// rates are floats for every type of X: ONNX's shape inference requires this.
void give_tests(Drafting& call, size_t nodes, size_t features) {
  constexpr uint64_t branch_member = 6;
  Draw& draw = call.draw();
  std::vector<int64_t> featureids, missing;
  const double step = draw.chance(0.5) ? 1 : 0.5;  // some runtimes support only whole members
  std::vector<double> splits, members;
  Naturals modes = empty_array<uint64_t>({nodes});
  for (uint64_t& mode : modes) {
    mode = draw.below(branch_member + 1);
    featureids.push_back(static_cast<int64_t>(draw.below(features)));
    missing.push_back(draw.between(0, 1));
    splits.push_back(static_cast<double>(draw.between(-8, 8)) / 2);
    if (mode != branch_member) continue;
    for (int64_t count = draw.between(1, 5); count > 0; --count) {
      members.push_back(step * static_cast<double>(draw.between(-5, 5)));
    }
    members.push_back(std::numeric_limits<double>::quiet_NaN());
  }
  call.set("nodes_modes", Tensor::of(DType::uint8, modes));
  call.set("nodes_featureids", featureids);
  give_tensor(call, "nodes_splits", splits);
  if (!members.empty()) give_tensor(call, "membership_values", members);
  if (draw.chance(0.5)) call.set("nodes_missing_value_tracks_true", missing);
  if (draw.chance(0.3)) {
    const std::vector<double> rates = draw.reals(nodes, 1, 9);
    call.set("nodes_hitrates", tensor_of_reals(DType::float32, {nodes}, rates));
  }
}

// A leaf votes for one target. There are several targets only if a target without votes may have
// the score 0; PROBIT does not allow 0 as a probability.
const GenerationRule tree_ensemble_rule("ai.onnx.ml.TreeEnsemble", [](Drafting& call, Draw& draw) {
  constexpr int64_t sum = 1;
  const size_t features = draw.dimension();
  const std::vector<DrawnTree> trees = draw_trees(draw);
  SplitTrees split;
  for (const DrawnTree& tree : trees) split.add(tree);
  for (const auto& [name, list] : split.ints) call.set(name, list);
  const int64_t aggregate = draw.between(0, 3);
  if (aggregate != sum || draw.chance(0.5)) call.set("aggregate_function", aggregate);
  const size_t transform = draw.below(post_transforms().size());
  if (transform != 0) call.set("post_transform", static_cast<int64_t>(transform));
  const bool probit = post_transforms()[transform] == "PROBIT";
  const int64_t targets = aggregate == sum && !probit ? draw.between(1, 3) : int64_t{1};
  call.set("n_targets", targets);
  give_tests(call, static_cast<size_t>(split.nodes), features);
  const auto leaves = static_cast<size_t>(split.leaves);
  call.set("leaf_targetids", draw.several_between(leaves, 0, targets - 1));
  const auto weights = draw_weights(draw, leaves, trees.size(), probit, true);
  give_tensor(call, "leaf_weights", weights);
  add_samples_for_trees(call, features);
});

}  // namespace
}  // namespace etalon::rules
