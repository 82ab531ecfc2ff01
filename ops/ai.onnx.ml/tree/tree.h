// What the tree ensembles share: decision trees, the leaves that samples reach in them, and the
// votes of these leaves.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/numerics/double_double.h"
#include "engine/numerics/numerics.h"
#include "ops/ai.onnx.ml/scores.h"

namespace etalon {

// In the order in which TreeEnsemble numbers them.
enum class Mode { leq, lt, gte, gt, eq, neq, member, leaf };

struct Vote {
  size_t target;
  double weight;
};

struct TreeNode {
  Mode mode = Mode::leaf;
  // Of branches: the node that follows is nodes[when_true] if the test holds.
  size_t feature = 0;
  double split = 0;
  std::vector<double> members;
  bool missing_tracks_true = false;  // the outcome for NaN
  size_t when_true = 0, when_false = 0;
  std::vector<Vote> votes;  // of leaves
};

struct Forest {
  std::vector<TreeNode> nodes;
  std::vector<size_t> roots;
};

enum class Aggregate { average, sum, min, max };

// Of a tensor's dimensions, none is beyond this.
inline constexpr size_t max_features = size_t{1} << 48;

// Reading.

template <class List>
void want_length(std::string_view name, const List& list, size_t length) {
  if (list.size() != length) {
    throw InvalidModel("{} has {} elements where {} are needed", name, list.size(), length);
  }
}

// A position below `count`, from an attribute.
inline size_t position(std::string_view name, int64_t value, size_t count) {
  if (value < 0 || static_cast<size_t>(value) >= count) {
    throw InvalidModel("{} {} is outside [0, {}]", name, value, static_cast<int64_t>(count) - 1);
  }
  return static_cast<size_t>(value);
}

inline size_t target_count(const Call& call) {
  const int64_t n_targets = call.integer("n_targets");
  if (n_targets < 1) throw InvalidModel("n_targets is {}", n_targets);
  return static_cast<size_t>(n_targets);
}

inline std::vector<double> reals_of(std::string_view name, const Tensor& tensor) {
  if (!is_float(tensor.dtype())) throw InvalidModel("{} does not hold floats", name);
  const Reals values = tensor.as<double>();
  return {values.begin(), values.end()};
}

// An attribute of floats, or of doubles in its form `…_as_tensor`, which version 3 added.
inline std::vector<double> reals_or_tensor(const Call& call, const std::string& name) {
  const std::string as_tensor = name + "_as_tensor";
  if (!call.schema().attribute(as_tensor) || !call.has(as_tensor)) return call.reals(name);
  if (call.has(name)) throw InvalidModel("both {} and {} are given", name, as_tensor);
  return reals_of(as_tensor, call.tensor_attribute(as_tensor));
}

// The forest of TreeEnsembleClassifier and TreeEnsembleRegressor, where nodes go by the ids of
// their tree and their own. The first node of each tree is its root.
class ForestReader {
 public:
  ForestReader(const Call& call, size_t targets)
      : call_(call), treeids_(call.ints("nodes_treeids")), targets_(targets) {}

  // `votes` is the prefix of the leaves' attributes, "class" or "target".
  Forest read(const std::string& votes) {
    read_nodes();
    read_children();
    read_votes(votes + "_treeids", votes + "_nodeids", votes + "_ids", votes + "_weights");
    return std::move(forest_);
  }

 private:
  // An attribute of one element a node.
  std::vector<int64_t> ints(std::string_view name) const {
    std::vector<int64_t> list = call_.ints(name);
    want_length(name, list, treeids_.size());
    return list;
  }

  static Mode mode_named(const std::string& name) {
    static const std::vector<std::string_view> names = {"BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE",
                                                        "BRANCH_GT",  "BRANCH_EQ", "BRANCH_NEQ",
                                                        "",           "LEAF"};
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end() || name.empty()) throw InvalidModel("mode '{}' is unknown", name);
    return static_cast<Mode>(found - names.begin());
  }

  void read_nodes() {
    const std::vector<int64_t> nodeids = ints("nodes_nodeids");
    const std::vector<int64_t> features = ints("nodes_featureids");
    const std::vector<double> values = reals_or_tensor(call_, "nodes_values");
    const std::vector<std::string> modes = call_.texts("nodes_modes");
    const std::vector<int64_t> missing = call_.has("nodes_missing_value_tracks_true")
                                             ? ints("nodes_missing_value_tracks_true")
                                             : std::vector<int64_t>(treeids_.size());
    want_length("nodes_values", values, treeids_.size());
    want_length("nodes_modes", modes, treeids_.size());
    std::set<int64_t> trees;
    for (size_t i = 0; i < treeids_.size(); ++i) {
      TreeNode node;
      node.mode = mode_named(modes[i]);
      node.split = values[i];
      node.missing_tracks_true = missing[i] != 0;
      if (node.mode != Mode::leaf) {
        node.feature = position("feature", features[i], max_features);
      }
      forest_.nodes.push_back(std::move(node));
      if (trees.insert(treeids_[i]).second) forest_.roots.push_back(i);
      if (!places_.emplace(std::pair(treeids_[i], nodeids[i]), i).second) {
        throw InvalidModel("node {} of tree {} stands twice", nodeids[i], treeids_[i]);
      }
    }
  }

  void read_children() {
    const std::vector<int64_t> when_true = ints("nodes_truenodeids");
    const std::vector<int64_t> when_false = ints("nodes_falsenodeids");
    for (size_t i = 0; i < treeids_.size(); ++i) {
      if (forest_.nodes[i].mode == Mode::leaf) continue;
      forest_.nodes[i].when_true = place(treeids_[i], when_true[i]);
      forest_.nodes[i].when_false = place(treeids_[i], when_false[i]);
    }
  }

  void read_votes(const std::string& treeids_name, const std::string& nodeids_name,
                  const std::string& ids_name, const std::string& weights_name) {
    const std::vector<int64_t> treeids = call_.ints(treeids_name);
    const std::vector<int64_t> nodeids = call_.ints(nodeids_name);
    const std::vector<int64_t> ids = call_.ints(ids_name);
    const std::vector<double> weights = reals_or_tensor(call_, weights_name);
    want_length(nodeids_name, nodeids, treeids.size());
    want_length(ids_name, ids, treeids.size());
    want_length(weights_name, weights, treeids.size());
    for (size_t i = 0; i < treeids.size(); ++i) {
      TreeNode& node = forest_.nodes[place(treeids[i], nodeids[i])];
      node.votes.push_back({position(ids_name, ids[i], targets_), weights[i]});
    }
  }

  size_t place(int64_t treeid, int64_t nodeid) const {
    const auto found = places_.find({treeid, nodeid});
    if (found == places_.end()) throw InvalidModel("tree {} has no node {}", treeid, nodeid);
    return found->second;
  }

  const Call& call_;
  const std::vector<int64_t> treeids_;
  const size_t targets_;
  Forest forest_;
  std::map<std::pair<int64_t, int64_t>, size_t> places_;
};

// Walking.

inline bool holds(const TreeNode& node, double x) {
  if (std::isnan(x)) return node.missing_tracks_true;
  switch (node.mode) {
    case Mode::leq:
      return x <= node.split;
    case Mode::lt:
      return x < node.split;
    case Mode::gte:
      return x >= node.split;
    case Mode::gt:
      return x > node.split;
    case Mode::eq:
      return x == node.split;
    case Mode::neq:
      return x != node.split;
    case Mode::member:
      return std::find(node.members.begin(), node.members.end(), x) != node.members.end();
    case Mode::leaf:
      break;
  }
  throw InternalError("a leaf has no test");
}

// The leaf that sample x reaches. Throws InvalidModel when the way leads in a circle.
inline const TreeNode& leaf_of(const Forest& forest, size_t root, const double* x) {
  const TreeNode* node = &forest.nodes[root];
  for (size_t depth = 1; node->mode != Mode::leaf; ++depth) {
    if (depth > forest.nodes.size()) throw InvalidModel("the nodes of a tree lead in a circle");
    if (depth % 64 == 0) count_step();
    node = &forest.nodes[holds(*node, x[node->feature]) ? node->when_true : node->when_false];
  }
  return *node;
}

// The votes for one target.
struct Tally {
  DoubleDouble sum;
  double least = std::numeric_limits<double>::infinity();
  double greatest = -least;
  size_t votes = 0;

  void add(double weight) {
    sum = sum + weight;
    least = minimum(least, weight);
    greatest = maximum(greatest, weight);
    ++votes;
  }
  double outcome(Aggregate aggregate, size_t trees) const {
    if (aggregate == Aggregate::sum) return static_cast<double>(sum);
    if (aggregate == Aggregate::average) {
      return static_cast<double>(sum / static_cast<double>(trees));
    }
    if (votes == 0) throw Unspecified("a target without votes has no least or greatest one");
    return aggregate == Aggregate::min ? least : greatest;
  }
};

inline void check_features(const Forest& forest, size_t features) {
  for (const TreeNode& node : forest.nodes) {
    if (node.mode != Mode::leaf && node.feature >= features) {
      throw InvalidInput("a node tests feature {} where X has {}", node.feature, features);
    }
  }
}

// scores[n, target]: the weights of the votes for the target in the leaves that X[n] reaches, one
// in each tree, aggregated: their sum, least or greatest, or the sum divided by the number of
// trees.
inline Reals aggregated(const Forest& forest, const Tensor& X, size_t targets,
                        Aggregate aggregate) {
  if (X.rank() != 2) {
    throw InvalidInput("X has the shape {}; it must be [N, F]", to_string(X.shape()));
  }
  if (forest.roots.empty()) throw InvalidModel("there are no trees");
  check_features(forest, X.dim(1));
  const Reals x = X.as<double>();
  Reals scores = empty_array<double>({X.dim(0), targets});
  for (size_t n = 0; n < X.dim(0); ++n) {
    Array<Tally> tallies = full({targets}, Tally());
    for (size_t tree = 0; tree < forest.roots.size(); ++tree) {
      if (tree % 64 == 0) count_step();
      const TreeNode& leaf = leaf_of(forest, forest.roots[tree], x.data() + n * X.dim(1));
      for (const Vote& vote : leaf.votes) tallies.data()[vote.target].add(vote.weight);
    }
    for (size_t t = 0; t < targets; ++t) {
      scores.data()[n * targets + t] = tallies.data()[t].outcome(aggregate, forest.roots.size());
    }
  }
  return scores;
}

}  // namespace etalon
