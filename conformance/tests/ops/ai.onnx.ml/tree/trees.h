// For tests of TreeEnsembleClassifier and TreeEnsembleRegressor: small trees.
#pragma once

#include <string>
#include <vector>

#include "conformance/tests/ops/one_node.h"

namespace etalon::test {

// A branch, or a leaf if `mode` is LEAF. Its id is its position in the tree.
struct Knot {
  std::string mode = "LEAF";
  double value = 0;
  int64_t when_true = 0;
  int64_t when_false = 0;
  int64_t feature = 0;
  int64_t missing = 0;
};

// A vote: the tree, the leaf, the class or target, the weight.
struct Ballot {
  int64_t tree, node, id;
  double weight;
};

inline OneNode ensemble(const std::string& op_type, int64_t opset,
                        const std::vector<std::vector<Knot>>& trees,
                        const std::vector<Ballot>& votes) {
  std::vector<int64_t> treeids, nodeids, features, when_true, when_false, missing;
  std::vector<double> values;
  std::vector<std::string> modes;
  for (size_t tree = 0; tree < trees.size(); ++tree) {
    for (size_t node = 0; node < trees[tree].size(); ++node) {
      const Knot& knot = trees[tree][node];
      treeids.push_back(int64_t(tree));
      nodeids.push_back(int64_t(node));
      features.push_back(knot.feature);
      when_true.push_back(knot.when_true);
      when_false.push_back(knot.when_false);
      missing.push_back(knot.missing);
      values.push_back(knot.value);
      modes.push_back(knot.mode);
    }
  }
  std::vector<int64_t> vote_trees, vote_nodes, vote_ids;
  std::vector<double> weights;
  for (const Ballot& vote : votes) {
    vote_trees.push_back(vote.tree);
    vote_nodes.push_back(vote.node);
    vote_ids.push_back(vote.id);
    weights.push_back(vote.weight);
  }
  const std::string prefix = op_type == "TreeEnsembleClassifier" ? "class" : "target";
  return OneNode(op_type, opset, "ai.onnx.ml")
      .set("nodes_treeids", treeids)
      .set("nodes_nodeids", nodeids)
      .set("nodes_featureids", features)
      .set("nodes_values", values)
      .set("nodes_modes", modes)
      .set("nodes_truenodeids", when_true)
      .set("nodes_falsenodeids", when_false)
      .set("nodes_missing_value_tracks_true", missing)
      .set(prefix + "_treeids", vote_trees)
      .set(prefix + "_nodeids", vote_nodes)
      .set(prefix + "_ids", vote_ids)
      .set(prefix + "_weights", weights);
}

// One test of the first feature with two leaves: node 1 if it is true, else node 2.
inline std::vector<Knot> stump(const std::string& mode, double value, int64_t missing = 0) {
  return {{mode, value, 1, 2, 0, missing}, {}, {}};
}

}  // namespace etalon::test
