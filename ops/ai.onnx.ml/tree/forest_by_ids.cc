#include "ops/ai.onnx.ml/tree/forest_by_ids.h"

#include <map>
#include <set>

namespace etalon {
namespace {

Mode mode_named(const std::string& name) {
  static const std::map<std::string_view, Mode> modes = {
      {"BRANCH_LEQ", Mode::leq}, {"BRANCH_LT", Mode::lt}, {"BRANCH_GTE", Mode::gte},
      {"BRANCH_GT", Mode::gt},   {"BRANCH_EQ", Mode::eq}, {"BRANCH_NEQ", Mode::neq},
      {"LEAF", Mode::leaf}};
  const auto found = modes.find(name);
  if (found == modes.end()) throw InvalidModel("mode '{}' is unknown", name);
  return found->second;
}

class ForestReader {
 public:
  ForestReader(const Call& call, size_t targets)
      : call_(call), treeids_(call.ints("nodes_treeids")), targets_(targets) {}

  Forest read(const std::string& votes) {
    read_nodes();
    read_places();
    read_children();
    read_votes(votes);
    return std::move(forest_);
  }

 private:
  // An attribute of one element a node.
  std::vector<int64_t> ints(std::string_view name) const {
    std::vector<int64_t> list = call_.ints(name);
    want_length(name, list, treeids_.size());
    return list;
  }

  void read_nodes() {
    const std::vector<int64_t> features = ints("nodes_featureids");
    const std::vector<double> values = reals_or_tensor(call_, "nodes_values");
    const std::vector<std::string> modes = call_.texts("nodes_modes");
    const std::vector<int64_t> missing = call_.has("nodes_missing_value_tracks_true")
                                             ? ints("nodes_missing_value_tracks_true")
                                             : std::vector<int64_t>(treeids_.size());
    want_length("nodes_values", values, treeids_.size());
    want_length("nodes_modes", modes, treeids_.size());
    check_hitrates(call_, treeids_.size());
    for (size_t i = 0; i < treeids_.size(); ++i) {
      TreeNode node;
      node.mode = mode_named(modes[i]);
      node.split = values[i];
      node.missing_tracks_true = missing[i] != 0;
      if (node.mode != Mode::leaf) {
        node.feature = index_below("feature", features[i], max_features);
      }
      forest_.nodes.push_back(std::move(node));
    }
  }

  void read_places() {
    const std::vector<int64_t> nodeids = ints("nodes_nodeids");
    std::set<int64_t> trees;
    for (size_t i = 0; i < treeids_.size(); ++i) {
      if (trees.insert(treeids_[i]).second) forest_.roots.push_back(i);
      if (!places_.emplace(std::pair(treeids_[i], nodeids[i]), i).second) {
        throw InvalidModel("node {} of tree {} is listed twice", nodeids[i], treeids_[i]);
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

  void read_votes(const std::string& prefix) {
    const std::vector<int64_t> treeids = call_.ints(prefix + "_treeids");
    const std::vector<int64_t> nodeids = call_.ints(prefix + "_nodeids");
    const std::vector<int64_t> ids = call_.ints(prefix + "_ids");
    const std::vector<double> weights = reals_or_tensor(call_, prefix + "_weights");
    want_length(prefix + "_nodeids", nodeids, treeids.size());
    want_length(prefix + "_ids", ids, treeids.size());
    want_length(prefix + "_weights", weights, treeids.size());
    for (size_t i = 0; i < treeids.size(); ++i) {
      TreeNode& node = forest_.nodes[place(treeids[i], nodeids[i])];
      node.votes.push_back({index_below(prefix + "_ids", ids[i], targets_), weights[i]});
    }
  }

  // The node in Forest::nodes.
  size_t place(int64_t treeid, int64_t nodeid) const {
    const auto found = places_.find({treeid, nodeid});
    if (found == places_.end()) throw InvalidModel("tree {} has no node {}", treeid, nodeid);
    return found->second;
  }

  const Call& call_;
  const std::vector<int64_t> treeids_;
  const size_t targets_;
  Forest forest_;
  std::map<std::pair<int64_t, int64_t>, size_t> places_;  // by tree and node
};

}  // namespace

void check_node_ids(const Call& call) {
  const std::vector<int64_t> treeids = call.ints("nodes_treeids");
  const std::vector<int64_t> nodeids = call.ints("nodes_nodeids");
  want_length("nodes_nodeids", nodeids, treeids.size());
  std::map<int64_t, int64_t> nodes;  // of each tree
  for (const int64_t tree : treeids) ++nodes[tree];
  std::set<int64_t> begun;
  for (size_t i = 0; i < treeids.size(); ++i) {
    const int64_t last = nodes[treeids[i]] - 1;
    if (begun.insert(treeids[i]).second && nodeids[i] != 0) {
      throw InvalidModel("the node ids of tree {} start at {}, not at 0", treeids[i], nodeids[i]);
    }
    if (nodeids[i] < 0 || nodeids[i] > last) {
      throw InvalidModel("node {} of tree {} is outside [0, {}]", nodeids[i], treeids[i], last);
    }
  }
}

Forest forest_by_ids(const Call& call, const std::string& votes, size_t targets) {
  return ForestReader(call, targets).read(votes);
}

}  // namespace etalon
