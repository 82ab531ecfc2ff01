// The trees of ai.onnx.ml. No two classes of a sample score alike, for the specification does not
// say which of them is the top one.
#include <limits>

#include "conformance/generate/rules.h"
#include "conformance/generate/rules_ml.h"

namespace etalon {

namespace {

// A node's successors, by their places in the tree; the root, at 0, succeeds none.
struct Branching {
  size_t when_true = 0, when_false = 0;
  bool leaf() const { return when_true == 0; }
};

using DrawnTree = std::vector<Branching>;

// Adds a node and what is beneath it; returns its place.
size_t grow(Draw& draw, int depth, DrawnTree& tree) {
  const size_t place = tree.size();
  tree.emplace_back();
  if (depth == 0 || draw.chance(0.2)) return place;
  const size_t when_true = grow(draw, depth - 1, tree);
  const size_t when_false = grow(draw, depth - 1, tree);
  tree[place] = {when_true, when_false};
  return place;
}

// From one to three trees of up to fifteen nodes, among them trees that are a leaf.
std::vector<DrawnTree> draw_trees(Draw& draw) {
  std::vector<DrawnTree> trees(1 + draw.below(3));
  for (DrawnTree& tree : trees) grow(draw, 3, tree);
  return trees;
}

// The weights of leaves such that their sums, one from each tree, are between 0 and 1 for PROBIT.
std::vector<double> draw_weights(Draw& draw, size_t count, size_t trees, bool probit,
                                 bool negative) {
  if (probit) return draw.reals(count, 0.01, 0.7 / static_cast<double>(trees));
  return draw.reals(count, negative ? -2 : 0.0625, 2);
}

// Some of the features are missing: NaN.
void add_samples_for_trees(Drafting& call, size_t features) {
  call.add({call.draw().samples(), features}, {-5, 5, true});
}

// The trees of TreeEnsembleClassifier and TreeEnsembleRegressor.
struct ListedTrees {
  std::vector<DrawnTree> trees;
  std::vector<int64_t> first_ids;  // the node id of each tree's root
  bool as_tensors = false;

  int64_t id(size_t tree, size_t place) const {
    return first_ids[tree] + static_cast<int64_t>(place);
  }
};

// Since version 3 the lists of floats may be tensors of double. Unless the ids restart with each
// tree, they go on from one to the next.
ListedTrees draw_listed_trees(Drafting& call, bool restart) {
  Draw& draw = call.draw();
  const bool doubles = call.input_type(0) == DType::float64;
  ListedTrees listed{draw_trees(draw), {}, false};
  listed.as_tensors = call.has("nodes_values_as_tensor") && doubles && draw.chance(0.6);
  int64_t next_id = 0;
  for (const DrawnTree& tree : listed.trees) {
    listed.first_ids.push_back(next_id);
    if (!restart) next_id += std::ssize(tree);
  }
  return listed;
}

void give_reals(Drafting& call, const std::string& name, const std::vector<double>& values,
                bool as_tensor) {
  if (!as_tensor) return call.set(name, values);
  call.set(name + "_as_tensor", tensor_of_reals(DType::float64, {values.size()}, values));
}

// The attributes nodes_*: an element a node, each tree's root first. Splits are multiples of 1/2,
// as half of all X are.
void give_nodes(Drafting& call, const ListedTrees& listed, size_t features) {
  Draw& draw = call.draw();
  const std::vector<std::string> branches = {"BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE",
                                             "BRANCH_GT",  "BRANCH_EQ", "BRANCH_NEQ"};
  std::map<std::string, std::vector<int64_t>> ints;
  std::vector<std::string> modes;
  std::vector<double> values;
  for (size_t t = 0; t < listed.trees.size(); ++t) {
    for (size_t n = 0; n < listed.trees[t].size(); ++n) {
      const Branching& node = listed.trees[t][n];
      const bool leaf = node.leaf();
      ints["nodes_treeids"].push_back(static_cast<int64_t>(t));
      ints["nodes_nodeids"].push_back(listed.id(t, n));
      ints["nodes_featureids"].push_back(leaf ? 0 : static_cast<int64_t>(draw.below(features)));
      ints["nodes_truenodeids"].push_back(leaf ? 0 : listed.id(t, node.when_true));
      ints["nodes_falsenodeids"].push_back(leaf ? 0 : listed.id(t, node.when_false));
      ints["nodes_missing_value_tracks_true"].push_back(leaf ? 0 : draw.between(0, 1));
      modes.push_back(leaf ? "LEAF" : draw.pick(branches));
      values.push_back(leaf ? 0 : static_cast<double>(draw.between(-8, 8)) / 2);
    }
  }
  if (draw.chance(0.5)) ints.erase("nodes_missing_value_tracks_true");
  for (const auto& [name, list] : ints) call.set(name, list);
  call.set("nodes_modes", modes);
  give_reals(call, "nodes_values", values, listed.as_tensors);
  if (draw.chance(0.3)) {
    give_reals(call, "nodes_hitrates", draw.reals(values.size(), 1, 9), listed.as_tensors);
  }
}

// The attributes class_* or target_*: each leaf votes for one target at least, or for `all`.
// Returns how many votes there are, whose weights are still to be given.
size_t give_votes(Drafting& call, const ListedTrees& listed, const std::string& prefix,
                  size_t targets, bool all) {
  std::vector<int64_t> treeids, nodeids, ids;
  for (size_t t = 0; t < listed.trees.size(); ++t) {
    for (size_t n = 0; n < listed.trees[t].size(); ++n) {
      if (!listed.trees[t][n].leaf()) continue;
      const size_t least = call.draw().below(targets);
      for (size_t target = 0; target < targets; ++target) {
        if (!all && target != least && call.draw().chance(0.6)) continue;
        treeids.push_back(static_cast<int64_t>(t));
        nodeids.push_back(listed.id(t, n));
        ids.push_back(static_cast<int64_t>(target));
      }
    }
  }
  call.set(prefix + "_treeids", treeids);
  call.set(prefix + "_nodeids", nodeids);
  call.set(prefix + "_ids", ids);
  return ids.size();
}

// Added to the scores, which PROBIT needs where a target may be without votes. Returns whether
// there are any.
bool give_base_values(Drafting& call, const ListedTrees& listed, size_t targets, bool probit) {
  Draw& draw = call.draw();
  if (!probit && draw.chance(0.5)) return false;
  const std::vector<double> values = draw.reals(targets, probit ? 0.05 : -2, 0.25);
  give_reals(call, "base_values", values, listed.as_tensors);
  return true;
}

// Base values break ties between classes without votes: only with them are there negative weights,
// by which such a class comes to be the top one. Of two classes both get votes: what the votes for
// one of them say of the other is not told.
void tree_ensemble_classifier_call(Drafting& call) {
  Draw& draw = call.draw();
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
}

// Each leaf votes for all targets unless the votes are summed up: of none there is no least or
// greatest one, and whether an average is over them or over the trees is not told.
void tree_ensemble_regressor_call(Drafting& call) {
  Draw& draw = call.draw();
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
}

// The lists of TreeEnsemble, where nodes and leaves are numbered apart, over all trees.
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

// What the nodes test. Each test for membership has a set of its own, which a NaN ends. The hit
// rates are floats whatever X is: ONNX's shape inference wants it so.
void give_tests(Drafting& call, size_t nodes, size_t features) {
  constexpr uint64_t branch_member = 6;
  Draw& draw = call.draw();
  std::vector<int64_t> featureids, missing;
  const double step = draw.chance(0.5) ? 1 : 0.5;  // some runtimes know whole members only
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

// A leaf votes for one target. There are several targets only where one without votes has a score:
// the sum 0, which PROBIT does not take for a probability.
void tree_ensemble_call(Drafting& call) {
  constexpr int64_t sum = 1;
  Draw& draw = call.draw();
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
  std::vector<int64_t> leaf_targetids;
  for (int64_t i = 0; i < split.leaves; ++i) leaf_targetids.push_back(draw.between(0, targets - 1));
  call.set("leaf_targetids", leaf_targetids);
  const auto weights = draw_weights(draw, leaf_targetids.size(), trees.size(), probit, true);
  give_tensor(call, "leaf_weights", weights);
  add_samples_for_trees(call, features);
}

}  // namespace

Rules ml_tree_rules() {
  return {{"TreeEnsemble", tree_ensemble_call},
          {"TreeEnsembleClassifier", tree_ensemble_classifier_call},
          {"TreeEnsembleRegressor", tree_ensemble_regressor_call}};
}

}  // namespace etalon
