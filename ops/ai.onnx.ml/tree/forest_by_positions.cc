#include "ops/ai.onnx.ml/tree/forest_by_positions.h"

#include <algorithm>
#include <cmath>

namespace etalon {
namespace {

// A tensor attribute, which must be of X's type.
std::vector<double> values_of(const Call& call, std::string_view name) {
  const Tensor& tensor = call.tensor_attribute(name);
  if (tensor.dtype() != call.tensor("X").dtype()) {
    throw InvalidModel("{} is a tensor({}) where X is a tensor({})", name,
                       etalon::name(tensor.dtype()), etalon::name(call.tensor("X").dtype()));
  }
  return reals_of(name, tensor);
}

std::vector<Mode> modes_of(const Tensor& nodes_modes) {
  if (nodes_modes.dtype() != DType::uint8) throw InvalidModel("nodes_modes does not hold uint8");
  std::vector<Mode> modes;
  for (const int64_t mode : nodes_modes.ints()) {
    modes.push_back(static_cast<Mode>(index_below("mode", mode, size_t(Mode::leaf))));
  }
  return modes;
}

// The sets of membership_values, each ended by a NaN, which the last may lack.
std::vector<std::vector<double>> member_sets(const Call& call) {
  std::vector<std::vector<double>> sets;
  if (!call.has("membership_values")) return sets;
  bool ended = true;
  for (const double value : values_of(call, "membership_values")) {
    if (ended) sets.emplace_back();
    ended = std::isnan(value);
    if (!ended) sets.back().push_back(value);
  }
  return sets;
}

// Each BRANCH_MEMBER node gets the next set.
void give_members(const Call& call, std::vector<TreeNode>& nodes) {
  const std::vector<std::vector<double>> sets = member_sets(call);
  const auto is_member = [](const TreeNode& node) { return node.mode == Mode::member; };
  const auto wanted = static_cast<size_t>(std::count_if(nodes.begin(), nodes.end(), is_member));
  if (sets.size() != wanted) {
    throw InvalidModel("membership_values holds {} sets for {} BRANCH_MEMBER nodes", sets.size(),
                       wanted);
  }
  auto next = sets.begin();
  for (TreeNode& node : nodes) {
    if (is_member(node)) node.members = *next++;
  }
}

// The nodes that follow when the test is `which`, "true" or "false", as positions in
// Forest::nodes, where the leaves come after the interior nodes.
std::vector<size_t> children(const Call& call, const std::string& which, size_t interior,
                             size_t leaves) {
  const std::string leafs_name = "nodes_" + which + "leafs";
  const std::string ids_name = "nodes_" + which + "nodeids";
  const std::vector<int64_t> leafs = call.ints(leafs_name);
  const std::vector<int64_t> ids = call.ints(ids_name);
  want_length(leafs_name, leafs, interior);
  want_length(ids_name, ids, interior);
  std::vector<size_t> positions;
  for (size_t i = 0; i < interior; ++i) {
    positions.push_back(leafs[i] != 0 ? interior + index_below(ids_name, ids[i], leaves)
                                      : index_below(ids_name, ids[i], interior));
  }
  return positions;
}

std::vector<TreeNode> interior_nodes(const Call& call, size_t leaves) {
  const std::vector<Mode> modes = modes_of(call.tensor_attribute("nodes_modes"));
  const std::vector<double> splits = values_of(call, "nodes_splits");
  const std::vector<int64_t> features = call.ints("nodes_featureids");
  const std::vector<int64_t> missing = call.ints("nodes_missing_value_tracks_true");
  const std::vector<size_t> when_true = children(call, "true", modes.size(), leaves);
  const std::vector<size_t> when_false = children(call, "false", modes.size(), leaves);
  check_hitrates(call, modes.size());
  want_length("nodes_splits", splits, modes.size());
  want_length("nodes_featureids", features, modes.size());
  if (!missing.empty()) want_length("nodes_missing_value_tracks_true", missing, modes.size());
  std::vector<TreeNode> nodes(modes.size());
  for (size_t i = 0; i < modes.size(); ++i) {
    nodes[i].mode = modes[i];
    nodes[i].feature = index_below("feature", features[i], max_features);
    nodes[i].split = splits[i];
    nodes[i].missing_tracks_true = !missing.empty() && missing[i] != 0;
    nodes[i].when_true = when_true[i];
    nodes[i].when_false = when_false[i];
  }
  give_members(call, nodes);
  return nodes;
}

}  // namespace

Forest forest_by_positions(const Call& call, size_t targets) {
  const std::vector<double> weights = values_of(call, "leaf_weights");
  const std::vector<int64_t> leaf_targetids = call.ints("leaf_targetids");
  want_length("leaf_targetids", leaf_targetids, weights.size());
  Forest forest{interior_nodes(call, weights.size()), {}};
  for (const int64_t root : call.ints("tree_roots")) {
    forest.roots.push_back(index_below("tree root", root, forest.nodes.size()));
  }
  for (size_t i = 0; i < weights.size(); ++i) {
    TreeNode leaf;
    leaf.votes = {{index_below("leaf target", leaf_targetids[i], targets), weights[i]}};
    forest.nodes.push_back(std::move(leaf));
  }
  return forest;
}

}  // namespace etalon
