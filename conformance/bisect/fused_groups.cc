#include "conformance/bisect/fused_groups.h"

#include <algorithm>
#include <map>
#include <optional>

#include "engine/operators/domain.h"

namespace etalon {

namespace {

constexpr size_t most_nodes = 16;

bool is_known(const Node& node) { return node.domain.empty() || domain_of(node.domain).fused; }

bool quantizes(const Node& node) { return is_known(node) && node.op_type == "QuantizeLinear"; }
bool dequantizes(const Node& node) { return is_known(node) && node.op_type == "DequantizeLinear"; }

bool sums_products(const Node& node) {
  static const std::set<std::string_view> names = {"Conv", "ConvTranspose", "MatMul",
                                                   "Gemm", "ConvInteger",   "MatMulInteger"};
  return is_known(node) && names.contains(node.op_type);
}

bool joins(const Node& node) {
  static const std::set<std::string_view> names = {"Add",        "BatchNormalization",
                                                   "BiasGelu",   "Cast",
                                                   "Celu",       "Clip",
                                                   "Div",        "Elu",
                                                   "Erf",        "Exp",
                                                   "FastGelu",   "Gelu",
                                                   "HardSwish",  "HardSigmoid",
                                                   "Max",        "Min",
                                                   "LeakyRelu",  "Mish",
                                                   "Mul",        "Neg",
                                                   "Pow",        "PRelu",
                                                   "QuickGelu",  "Reciprocal",
                                                   "ReduceMean", "Relu",
                                                   "Selu",       "Sigmoid",
                                                   "Softmax",    "Softplus",
                                                   "Softsign",   "Sqrt",
                                                   "Sub",        "Swish",
                                                   "Tanh",       "ThresholdedRelu"};
  return is_known(node) && names.contains(node.op_type);
}

// Who makes and who reads each value of a graph, by positions.
class Uses {
 public:
  explicit Uses(const Graph& graph) : graph_(graph) {
    for (const ValueInfo& output : graph.outputs) outputs_.insert(output.name);
    for (size_t k = 0; k < graph.nodes.size(); ++k) {
      const Node& node = graph.nodes[k];
      for (const std::string& name : node.outputs) makers_[name] = k;
      for (const std::string& name : node.inputs) readers_[name].insert(k);
      each_subgraph(node, [&](const Graph& inner) {
        for (const std::string& name : inner.captured) readers_[name].insert(k);
      });
    }
  }

  const std::vector<Node>& nodes() const { return graph_.nodes; }
  bool is_output(const std::string& name) const { return outputs_.contains(name); }

  const std::set<size_t>& readers(const std::string& name) const {
    static const std::set<size_t> none;
    const auto found = readers_.find(name);
    return found == readers_.end() ? none : found->second;
  }

  // The DequantizeLinears that make inputs of the node.
  std::vector<size_t> dequantizers(const Node& node) const {
    std::vector<size_t> positions;
    for (const std::string& name : node.inputs) {
      const auto maker = makers_.find(name);
      const bool made = !name.empty() && maker != makers_.end();
      if (made && dequantizes(graph_.nodes[maker->second])) positions.push_back(maker->second);
    }
    return positions;
  }

 private:
  const Graph& graph_;
  std::set<std::string> outputs_;
  std::map<std::string, size_t> makers_;
  std::map<std::string, std::set<size_t>> readers_;
};

// A group that takes in, one after the other, the first node that reads one of its values.
class Growth {
 public:
  Growth(const Uses& uses, size_t first) : uses_(uses) { add(first); }

  GrowingGroup run() {
    GrowingGroup stages;
    while (nodes_.size() <= most_nodes) {
      const std::vector<std::string> open = open_values();
      const bool quantized = std::all_of(open.begin(), open.end(), [&](const std::string& name) {
        return quantized_.contains(name);
      });
      if (nodes_.size() > 1 && !open.empty() && (open.size() == 1 || quantized)) {
        stages.push_back({{nodes_.begin(), nodes_.end()}, open});
      }
      const std::optional<size_t> next = quantized ? std::nullopt : next_reader(open);
      if (!next) break;
      add(*next);
    }
    return stages;
  }

 private:
  void add(size_t k) {
    const Node& node = uses_.nodes()[k];
    nodes_.insert(k);
    for (const size_t maker : uses_.dequantizers(node)) nodes_.insert(maker);
    if (quantizes(node)) quantized_.insert(node.outputs.begin(), node.outputs.end());
  }

  bool has(size_t k) const { return nodes_.contains(k); }

  // Values of the group that are read outside it, in order.
  std::vector<std::string> open_values() const {
    std::vector<std::string> open;
    for (const size_t k : nodes_) {
      if (dequantizes(uses_.nodes()[k])) continue;
      for (const std::string& name : uses_.nodes()[k].outputs) {
        const std::set<size_t>& readers = uses_.readers(name);
        const bool read =
            std::any_of(readers.begin(), readers.end(), [&](size_t r) { return !has(r); });
        if (!name.empty() && (read || uses_.is_output(name))) open.push_back(name);
      }
    }
    return open;
  }

  // Nothing where no more node can be fused.
  std::optional<size_t> next_reader(const std::vector<std::string>& open) const {
    std::optional<size_t> next;
    for (const std::string& name : open) {
      if (quantized_.contains(name)) continue;
      if (uses_.is_output(name)) return std::nullopt;
      for (const size_t k : uses_.readers(name)) {
        if (!has(k)) next = std::min(next.value_or(k), k);
      }
    }
    if (!next) return next;
    const Node& node = uses_.nodes()[*next];
    return joins(node) || quantizes(node) ? next : std::nullopt;
  }

  const Uses& uses_;
  std::set<size_t> nodes_;
  std::set<std::string> quantized_;  // outputs of QuantizeLinears of the group
};

bool begins_with_sum(const Node& node, const Uses& uses) {
  return sums_products(node) || !uses.dequantizers(node).empty();
}

// The first node of a group that is no DequantizeLinear.
size_t beginning(const FusedGroup& group, const Graph& graph) {
  return *std::find_if(group.nodes.begin(), group.nodes.end(),
                       [&](size_t k) { return !dequantizes(graph.nodes[k]); });
}

// The groups in the order in which fused_values() chooses them.
std::vector<const GrowingGroup*> in_order(const Graph& graph, const Uses& uses,
                                          const std::vector<GrowingGroup>& groups) {
  std::vector<const GrowingGroup*> order;
  for (const GrowingGroup& group : groups) order.push_back(&group);
  const auto of_sum = [&](const GrowingGroup* group) {
    return begins_with_sum(graph.nodes[beginning(group->front(), graph)], uses);
  };
  const auto others = std::stable_partition(order.begin(), order.end(), of_sum);
  std::reverse(order.begin(), others);
  return order;
}

// With each node of the chosen groups, the nodes of its groups.
std::map<size_t, std::set<size_t>> chosen(const Graph& graph,
                                          const std::vector<const GrowingGroup*>& order) {
  std::set<size_t> used;
  std::map<size_t, std::set<size_t>> together;
  const auto is_free = [&](const FusedGroup& stage) {
    return std::none_of(stage.nodes.begin(), stage.nodes.end(),
                        [&](size_t k) { return used.contains(k); });
  };
  for (const GrowingGroup* group : order) {
    const auto stage = std::find_if(group->rbegin(), group->rend(), is_free);
    if (stage == group->rend()) continue;
    for (const size_t k : stage->nodes) {
      together[k].insert(stage->nodes.begin(), stage->nodes.end());
      if (!dequantizes(graph.nodes[k])) used.insert(k);
    }
  }
  return together;
}

}  // namespace

std::vector<GrowingGroup> fused_groups(const Graph& graph) {
  const Uses uses(graph);
  std::vector<GrowingGroup> groups;
  for (size_t k = 0; k < graph.nodes.size(); ++k) {
    const Node& node = graph.nodes[k];
    if (holds_nodes(node) || quantizes(node) || dequantizes(node)) continue;
    if (!joins(node) && !begins_with_sum(node, uses)) continue;
    GrowingGroup stages = Growth(uses, k).run();
    if (!stages.empty()) groups.push_back(std::move(stages));
  }
  return groups;
}

std::set<std::string> fused_values(const Graph& graph, const std::vector<GrowingGroup>& groups) {
  const Uses uses(graph);
  std::set<std::string> values;
  for (const auto& [k, members] : chosen(graph, in_order(graph, uses, groups))) {
    for (const std::string& name : graph.nodes[k].outputs) {
      const std::set<size_t>& readers = uses.readers(name);
      const bool inside =
          std::includes(members.begin(), members.end(), readers.begin(), readers.end());
      if (!name.empty() && inside && !readers.empty() && !uses.is_output(name)) {
        values.insert(name);
      }
    }
  }
  return values;
}

}  // namespace etalon
