#include "conformance/generate/rules/ai.onnx.ml/tree/listed_trees.h"

#include <map>

namespace etalon::rules {

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

bool give_base_values(Drafting& call, const ListedTrees& listed, size_t targets, bool probit) {
  Draw& draw = call.draw();
  if (!probit && draw.chance(0.5)) return false;
  const std::vector<double> values = draw.reals(targets, probit ? 0.05 : -2, 0.25);
  give_reals(call, "base_values", values, listed.as_tensors);
  return true;
}

}  // namespace etalon::rules
