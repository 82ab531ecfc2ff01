#include "conformance/campaign/tree_shrink.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>

#include "conformance/generate/attributes.h"
#include "engine/loader/serialization.h"
#include "engine/values/errors.h"

namespace etalon {

namespace {

using Rows = std::vector<size_t>;

// The node's attribute of this name, which it has.
onnx::AttributeProto& attribute_of(onnx::NodeProto& node, const std::string& name) {
  for (onnx::AttributeProto& attribute : *node.mutable_attribute()) {
    if (attribute.name() == name) return attribute;
  }
  throw InternalError("the node has no attribute '{}'", name);
}

Integers integers(const onnx::NodeProto& node, const std::string& name) {
  const onnx::AttributeProto* attribute = find_attribute(node, name);
  if (attribute == nullptr) return {};
  return {attribute->ints().begin(), attribute->ints().end()};
}

void set_integers(onnx::NodeProto& node, const std::string& name, const Integers& values) {
  attribute_of(node, name).mutable_ints()->Assign(values.begin(), values.end());
}

template <class List>
void keep(List& list, const Rows& rows) {
  List kept;
  for (const size_t row : rows) *kept.Add() = list.Get(static_cast<int>(row));
  list.Swap(&kept);
}

void keep_elements(onnx::TensorProto& proto, const Rows& rows) {
  const Tensor tensor = read_tensor(proto, {});
  if (tensor.size() == 0) return;
  Tensor kept = Tensor::unwritten(tensor.dtype(), {rows.size()});
  by_slot(tensor.dtype(), [&]<class W>() {
    for (size_t i = 0; i < rows.size(); ++i) {
      kept.mutable_slots<W>()[i] = tensor.slots<W>()[rows[i]];
    }
  });
  const std::string name = proto.name();
  proto.Clear();
  write_tensor(kept, name, proto);
}

// Keeps these of the elements that an attribute has for each node, leaf or vote.
void keep_rows(onnx::AttributeProto& attribute, const Rows& rows) {
  if (attribute.ints_size() > 0) keep(*attribute.mutable_ints(), rows);
  if (attribute.floats_size() > 0) keep(*attribute.mutable_floats(), rows);
  if (attribute.strings_size() > 0) keep(*attribute.mutable_strings(), rows);
  if (attribute.has_t()) keep_elements(*attribute.mutable_t(), rows);
}

void keep_rows(onnx::NodeProto& node, const std::string& prefix, const Rows& rows) {
  for (onnx::AttributeProto& attribute : *node.mutable_attribute()) {
    if (attribute.name().starts_with(prefix)) keep_rows(attribute, rows);
  }
}

// The trees of a call. A child is the position of a node.
struct ShrinkingTrees {
  struct Node {
    bool leaf = false;
    std::array<size_t, 2> children = {0, 0};  // where the test holds, and where it does not
  };
  std::vector<Node> nodes;
  std::vector<size_t> roots;
  bool leaves_are_roots = true;  // false: both branches of a root may lead to one leaf instead

  // The nodes that paths reach, tree by tree, each tree from its root.
  std::vector<Rows> reached() const {
    std::vector<Rows> trees;
    std::vector<bool> seen(nodes.size());
    for (const size_t root : roots) {
      Rows& tree = trees.emplace_back();
      const auto visit = [&](const auto& self, size_t node) -> void {
        if (seen.at(node)) return;
        seen[node] = true;
        tree.push_back(node);
        if (nodes[node].leaf) return;
        for (const size_t child : nodes[node].children) self(self, child);
      };
      visit(visit, root);
    }
    return trees;
  }

  void put_in_place(size_t node, size_t child) {
    const bool root = std::find(roots.begin(), roots.end(), node) != roots.end();
    if (root && nodes[child].leaf && !leaves_are_roots) {
      nodes[node].children = {child, child};
      return;
    }
    for (Node& each : nodes) std::replace(each.children.begin(), each.children.end(), node, child);
    std::replace(roots.begin(), roots.end(), node, child);
  }

  size_t reached_count() const {
    size_t count = 0;
    for (const Rows& tree : reached()) count += tree.size();
    return count;
  }

  // Trees that have fewer nodes, those that have the fewest first.
  std::vector<ShrinkingTrees> smaller() const {
    std::vector<ShrinkingTrees> found = {*this};
    for (size_t i = 0; roots.size() > 1 && i < roots.size(); ++i) {
      Rows& fewer = found.emplace_back(*this).roots;
      fewer.erase(fewer.begin() + static_cast<ptrdiff_t>(i));
    }
    for (const Rows& tree : reached()) {
      for (const size_t node : tree) {
        if (nodes[node].leaf) continue;
        for (const size_t child : nodes[node].children) {
          found.emplace_back(*this).put_in_place(node, child);
        }
      }
    }
    std::erase_if(found, [&](const auto& each) { return each.reached_count() >= nodes.size(); });
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
      return a.reached_count() < b.reached_count();
    });
    return found;
  }
};

// The position of each reached node in the order of the trees.
std::map<size_t, size_t> positions_of(const Rows& rows) {
  std::map<size_t, size_t> positions;
  for (size_t i = 0; i < rows.size(); ++i) positions.emplace(rows[i], i);
  return positions;
}

// -------------------------------------------- TreeEnsembleClassifier and TreeEnsembleRegressor

class TreesById {
 public:
  explicit TreesById(const onnx::NodeProto& node)
      : node_(node),
        votes_(find_attribute(node, "class_treeids") ? "class" : "target"),
        treeids_(integers(node, "nodes_treeids")),
        nodeids_(integers(node, "nodes_nodeids")) {
    const onnx::AttributeProto* modes = find_attribute(node, "nodes_modes");
    const Integers when_true = integers(node, "nodes_truenodeids");
    const Integers when_false = integers(node, "nodes_falsenodeids");
    std::map<std::pair<int64_t, int64_t>, size_t> places;
    for (size_t i = 0; i < treeids_.size(); ++i) places[{treeids_[i], nodeids_.at(i)}] = i;
    for (size_t i = 0; i < treeids_.size(); ++i) {
      ShrinkingTrees::Node& each = trees.nodes.emplace_back();
      if (i == 0 || std::find(treeids_.begin(), treeids_.begin() + static_cast<ptrdiff_t>(i),
                              treeids_[i]) == treeids_.begin() + static_cast<ptrdiff_t>(i)) {
        trees.roots.push_back(i);
      }
      each.leaf = modes->strings(static_cast<int>(i)) == "LEAF";
      if (each.leaf) continue;
      each.children = {places.at({treeids_[i], when_true.at(i)}),
                       places.at({treeids_[i], when_false.at(i)})};
    }
    const Integers vote_trees = integers(node, votes_ + "_treeids");
    const Integers vote_nodes = integers(node, votes_ + "_nodeids");
    for (size_t i = 0; i < vote_trees.size(); ++i) {
      voters_.push_back(places.at({vote_trees[i], vote_nodes.at(i)}));
    }
  }

  ShrinkingTrees trees;
  static constexpr const char* simple_mode = "BRANCH_LEQ";

  // The node with what is left of the trees, its ids counted anew.
  onnx::NodeProto written() const {
    Rows rows, votes;
    Integers treeids, nodeids, when_true, when_false;
    std::map<size_t, std::pair<int64_t, int64_t>> ids;
    for (const Rows& tree : trees.reached()) {
      const int64_t number = ids.empty() ? 0 : ids.at(rows.back()).first + 1;
      for (size_t i = 0; i < tree.size(); ++i) ids[tree[i]] = {number, static_cast<int64_t>(i)};
      rows.insert(rows.end(), tree.begin(), tree.end());
    }
    for (const size_t row : rows) {
      const ShrinkingTrees::Node& each = trees.nodes[row];
      treeids.push_back(ids.at(row).first);
      nodeids.push_back(ids.at(row).second);
      when_true.push_back(each.leaf ? 0 : ids.at(each.children[0]).second);
      when_false.push_back(each.leaf ? 0 : ids.at(each.children[1]).second);
    }
    onnx::NodeProto node = node_;
    keep_rows(node, "nodes_", rows);
    set_integers(node, "nodes_treeids", treeids);
    set_integers(node, "nodes_nodeids", nodeids);
    set_integers(node, "nodes_truenodeids", when_true);
    set_integers(node, "nodes_falsenodeids", when_false);
    Integers vote_trees, vote_nodes;
    for (size_t i = 0; i < voters_.size(); ++i) {
      const auto voter = ids.find(voters_[i]);
      if (voter == ids.end()) continue;
      votes.push_back(i);
      vote_trees.push_back(voter->second.first);
      vote_nodes.push_back(voter->second.second);
    }
    for (const char* each : {"_treeids", "_nodeids", "_ids", "_weights"}) {
      keep_rows(node, votes_ + each, votes);
    }
    set_integers(node, votes_ + "_treeids", vote_trees);
    set_integers(node, votes_ + "_nodeids", vote_nodes);
    return node;
  }

  // Smaller calls that have the same nodes: with one vote less, with a simpler test.
  std::vector<onnx::NodeProto> with_same_nodes() const {
    std::vector<onnx::NodeProto> smaller;
    for (size_t i = 0; voters_.size() > 1 && i < voters_.size(); ++i) {
      Rows rows(voters_.size());
      std::iota(rows.begin(), rows.end(), 0);
      rows.erase(rows.begin() + static_cast<ptrdiff_t>(i));
      onnx::NodeProto& node = smaller.emplace_back(node_);
      for (const char* each : {"_treeids", "_nodeids", "_ids", "_weights"}) {
        keep_rows(node, votes_ + each, rows);
      }
    }
    const auto& modes = find_attribute(node_, "nodes_modes")->strings();
    for (int i = 0; i < modes.size(); ++i) {
      if (modes[i] == "LEAF" || modes[i] == simple_mode) continue;
      attribute_of(smaller.emplace_back(node_), "nodes_modes").set_strings(i, simple_mode);
    }
    return smaller;
  }

 private:
  onnx::NodeProto node_;
  std::string votes_;
  Integers treeids_, nodeids_;
  Rows voters_;  // the node of each vote
};

// ------------------------------------------------------------------------------- TreeEnsemble

// The leaves come after the other nodes. A tree begins with a node that is not a leaf.
class TreesByPosition {
 public:
  explicit TreesByPosition(const onnx::NodeProto& node) : node_(node) {
    const Integers targets = integers(node, "leaf_targetids");
    inner_ = integers(node, "nodes_featureids").size();
    trees.leaves_are_roots = false;
    trees.nodes.resize(inner_ + targets.size());
    for (size_t i = inner_; i < trees.nodes.size(); ++i) trees.nodes[i].leaf = true;
    for (const size_t side : {size_t{0}, size_t{1}}) {
      const std::string prefix = side == 0 ? "nodes_true" : "nodes_false";
      const Integers leafs = integers(node, prefix + "leafs"),
                     ids = integers(node, prefix + "nodeids");
      for (size_t i = 0; i < inner_; ++i) {
        const auto id = static_cast<size_t>(ids.at(i));
        trees.nodes[i].children[side] = leafs.at(i) != 0 ? inner_ + id : id;
      }
    }
    for (const int64_t root : integers(node, "tree_roots")) {
      trees.roots.push_back(static_cast<size_t>(root));
    }
    const onnx::AttributeProto* modes = find_attribute(node, "nodes_modes");
    for (const int64_t mode : read_tensor(modes->t(), {}).ints()) modes_.push_back(mode);
  }

  ShrinkingTrees trees;

  onnx::NodeProto written() const {
    Rows inner, leaves;
    for (const Rows& tree : trees.reached()) {
      for (const size_t row : tree) (row < inner_ ? inner : leaves).push_back(row);
    }
    const std::map<size_t, size_t> places = positions_of(inner), ends = positions_of(leaves);
    onnx::NodeProto node = node_;
    keep_members(node, inner);
    keep_rows(node, "nodes_", inner);
    for (const size_t side : {size_t{0}, size_t{1}}) {
      Integers leafs, ids;
      for (const size_t row : inner) {
        const size_t child = trees.nodes[row].children[side];
        leafs.push_back(trees.nodes[child].leaf ? 1 : 0);
        ids.push_back(static_cast<int64_t>((trees.nodes[child].leaf ? ends : places).at(child)));
      }
      const std::string prefix = side == 0 ? "nodes_true" : "nodes_false";
      set_integers(node, prefix + "leafs", leafs);
      set_integers(node, prefix + "nodeids", ids);
    }
    Integers roots;
    for (const size_t root : trees.roots) roots.push_back(static_cast<int64_t>(places.at(root)));
    set_integers(node, "tree_roots", roots);
    for (size_t& row : leaves) row -= inner_;
    keep_rows(node, "leaf_", leaves);
    return node;
  }

  // With a simpler test in place of another.
  std::vector<onnx::NodeProto> with_same_nodes() const {
    std::vector<onnx::NodeProto> smaller;
    for (size_t i = 0; i < inner_; ++i) {
      if (modes_[i] == 0) continue;
      onnx::NodeProto node = node_;
      Rows others(inner_);
      std::iota(others.begin(), others.end(), 0);
      others.erase(others.begin() + static_cast<ptrdiff_t>(i));
      if (modes_[i] == member) keep_members(node, others);
      Naturals modes = empty_array<uint64_t>({inner_});
      for (size_t k = 0; k < inner_; ++k) {
        modes.data()[k] = k == i ? 0 : static_cast<uint64_t>(modes_[k]);
      }
      onnx::TensorProto& proto = *attribute_of(node, "nodes_modes").mutable_t();
      const std::string name = proto.name();
      proto.Clear();
      write_tensor(Tensor::of(DType::uint8, modes), name, proto);
      smaller.push_back(std::move(node));
    }
    return smaller;
  }

 private:
  static constexpr int64_t member = 6;

  // The sets of the nodes that test membership, in their order; each set ends with a NaN.
  void keep_members(onnx::NodeProto& node, const Rows& inner) const {
    const onnx::AttributeProto* values = find_attribute(node, "membership_values");
    if (values == nullptr) return;
    const Reals members = read_tensor(values->t(), {}).as<double>();
    std::vector<Rows> sets(1);
    for (size_t i = 0; i < members.size(); ++i) {
      sets.back().push_back(i);
      if (std::isnan(members.data()[i])) sets.emplace_back();
    }
    Rows kept;
    for (const size_t row : inner) {
      if (modes_[row] != member) continue;
      const auto before =
          std::count(modes_.begin(), modes_.begin() + static_cast<ptrdiff_t>(row), member);
      const Rows& set = sets.at(static_cast<size_t>(before));
      kept.insert(kept.end(), set.begin(), set.end());
    }
    if (!kept.empty()) return keep_rows(attribute_of(node, "membership_values"), kept);
    auto& attributes = *node.mutable_attribute();
    for (int i = attributes.size() - 1; i >= 0; --i) {
      if (attributes.Get(i).name() == "membership_values") attributes.DeleteSubrange(i, 1);
    }
  }

  onnx::NodeProto node_;
  size_t inner_ = 0;
  Integers modes_;
};

template <class Trees>
bool shrink_as(NodeCall call, const std::function<bool(const NodeCall&)>& take) {
  bool smaller = false;
  const auto taken = [&](onnx::NodeProto node) {
    NodeCall next = call;
    next.node = std::move(node);
    if (!take(next)) return false;
    call = std::move(next);
    return smaller = true;
  };
  const auto step = [&] {
    Trees forest(call.node);
    for (ShrinkingTrees& trees : forest.trees.smaller()) {
      forest.trees = std::move(trees);
      if (taken(forest.written())) return true;
    }
    for (onnx::NodeProto& node : Trees(call.node).with_same_nodes()) {
      if (taken(std::move(node))) return true;
    }
    return false;
  };
  while (step()) {
  }
  return smaller;
}

}  // namespace

bool shrink_trees(const NodeCall& call, const std::function<bool(const NodeCall&)>& take) {
  if (find_attribute(call.node, "nodes_treeids")) return shrink_as<TreesById>(call, take);
  if (find_attribute(call.node, "tree_roots")) return shrink_as<TreesByPosition>(call, take);
  return false;
}

}  // namespace etalon
