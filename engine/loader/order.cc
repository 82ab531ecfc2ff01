#include "engine/loader/order.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <set>
#include <unordered_map>

#include "engine/values/utf8.h"
#include "onnx.pb.h"

namespace etalon {
namespace {

using Names = std::set<std::string, std::less<>>;

// For each node, those whose outputs it reads, each once.
using Needs = std::vector<std::vector<size_t>>;

// `outputs(i)` are the names that node i defines, `reads(i)` those that it reads; both may contain
// "", for what is left out.
template <class Outputs, class Reads>
Needs needs_of(size_t count, Outputs outputs, Reads reads) {
  std::unordered_map<std::string, size_t> makers;
  for (size_t i = 0; i < count; ++i) {
    for (const std::string& name : outputs(i)) {
      if (!name.empty()) makers.emplace(name, i);
    }
  }
  Needs needs(count);
  for (size_t i = 0; i < count; ++i) {
    std::set<size_t> once;
    for (const std::string& name : reads(i)) {
      const auto maker = makers.find(name);
      if (maker != makers.end()) once.insert(maker->second);
    }
    needs[i].assign(once.begin(), once.end());
  }
  return needs;
}

// The nodes in topological order, the earliest that can be next first. Nodes of a cycle, and those
// that need them, are left out.
std::vector<size_t> sorted(const Needs& needs) {
  Needs readers(needs.size());
  std::vector<size_t> missing(needs.size());
  std::priority_queue<size_t, std::vector<size_t>, std::greater<>> ready;
  for (size_t i = 0; i < needs.size(); ++i) {
    missing[i] = needs[i].size();
    for (const size_t needed : needs[i]) readers[needed].push_back(i);
    if (missing[i] == 0) ready.push(i);
  }
  std::vector<size_t> order;
  for (; !ready.empty();) {
    const size_t next = ready.top();
    ready.pop();
    order.push_back(next);
    for (const size_t reader : readers[next]) {
      if (--missing[reader] == 0) ready.push(reader);
    }
  }
  return order;
}

// The nodes that `order` leaves out.
std::vector<size_t> left_out(const std::vector<size_t>& order, size_t count) {
  std::vector<bool> placed(count, false);
  for (const size_t i : order) placed[i] = true;
  std::vector<size_t> rest;
  for (size_t i = 0; i < count; ++i) {
    if (!placed[i]) rest.push_back(i);
  }
  return rest;
}

// Reads of a graph's nodes of what the graph itself does not define.
Names captured(const onnx::GraphProto& graph);

Names reads_of(const onnx::NodeProto& node) {
  Names names(node.input().begin(), node.input().end());
  for (const onnx::AttributeProto& attribute : node.attribute()) {
    if (attribute.has_g()) names.merge(captured(attribute.g()));
    for (const onnx::GraphProto& graph : attribute.graphs()) names.merge(captured(graph));
  }
  return names;
}

Names captured(const onnx::GraphProto& graph) {
  Names names;
  for (const onnx::NodeProto& node : graph.node()) names.merge(reads_of(node));
  for (const auto& output : graph.output()) names.insert(output.name());
  for (const onnx::NodeProto& node : graph.node()) {
    for (const std::string& output : node.output()) names.erase(output);
  }
  for (const auto& input : graph.input()) names.erase(input.name());
  for (const auto& initializer : graph.initializer()) names.erase(initializer.name());
  for (const auto& sparse : graph.sparse_initializer()) names.erase(sparse.values().name());
  return names;
}

std::string label_of(const onnx::NodeProto& proto) {
  Node node;
  node.name = proto.name();
  node.op_type = proto.op_type();
  node.domain = proto.domain();
  node.outputs.assign(proto.output().begin(), proto.output().end());
  return etalon::label_of(node);
}

class Sorter {
 public:
  void model(onnx::ModelProto& model) {
    if (model.has_graph()) graph(*model.mutable_graph());
    for (auto& function : *model.mutable_functions()) {
      nodes(*function.mutable_node(), "function " + in_quotes(function.name()));
    }
  }

  std::vector<std::string> sentences;

 private:
  using Nodes = google::protobuf::RepeatedPtrField<onnx::NodeProto>;

  void graph(onnx::GraphProto& graph) {
    nodes(*graph.mutable_node(), "graph " + in_quotes(graph.name()));
  }

  void nodes(Nodes& nodes, const std::string& place) {
    for (onnx::NodeProto& node : nodes) {
      for (onnx::AttributeProto& attribute : *node.mutable_attribute()) {
        if (attribute.has_g()) graph(*attribute.mutable_g());
        for (onnx::GraphProto& inner : *attribute.mutable_graphs()) graph(inner);
      }
    }
    const auto at = [&](size_t i) -> const onnx::NodeProto& {
      return nodes.Get(static_cast<int>(i));
    };
    const auto count = static_cast<size_t>(nodes.size());
    const Needs needs = needs_of(
        count, [&](size_t i) -> const auto& { return at(i).output(); },
        [&](size_t i) { return reads_of(at(i)); });
    const auto reads_later = [&](size_t i) { return !needs[i].empty() && needs[i].back() > i; };
    size_t first = 0;
    while (first < count && !reads_later(first)) ++first;
    if (first == count) return;
    const std::vector<size_t> order = sorted(needs);
    if (order.size() < count) return;  // a cycle
    sentences.push_back(fmt::format(
        "the nodes of {} are not in topological order and are sorted; the first out of order is "
        "{}, which reads an output of {}",
        place, label_of(at(first)), label_of(at(needs[first].back()))));
    arrange(nodes, order);
  }

  // Swaps pointers alone: nodes may hold large tensors.
  static void arrange(Nodes& nodes, const std::vector<size_t>& order) {
    const size_t count = order.size();
    std::vector<size_t> place(count), holds(count);  // of a node; a place
    for (size_t i = 0; i < count; ++i) place[i] = holds[i] = i;
    for (size_t to = 0; to < count; ++to) {
      const size_t from = place[order[to]];
      nodes.SwapElements(static_cast<int>(from), static_cast<int>(to));
      std::swap(holds[from], holds[to]);
      place[holds[from]] = from;
      place[holds[to]] = to;
    }
  }
};

}  // namespace

std::vector<std::string> sort_nodes(onnx::ModelProto& model) {
  Sorter sorter;
  sorter.model(model);
  return std::move(sorter.sentences);
}

namespace {

// Nodes of a cycle, each of which needs the next, and the last the first. Each of the `stuck` needs
// another of them.
std::vector<size_t> cycle_among(const std::vector<size_t>& stuck, const Needs& needs) {
  const auto is_stuck = [&](size_t i) { return std::binary_search(stuck.begin(), stuck.end(), i); };
  std::vector<size_t> path = {stuck.front()};
  std::vector<size_t> position(needs.size(), needs.size());  // in the path
  for (position[path[0]] = 0;;) {
    const std::vector<size_t>& next = needs[path.back()];
    const size_t needed = *std::find_if(next.begin(), next.end(), is_stuck);
    if (position[needed] < needs.size()) {
      path.erase(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(position[needed]));
      return path;
    }
    position[needed] = path.size();
    path.push_back(needed);
  }
}

}  // namespace

std::vector<std::string> cycle_of(const Graph& graph) {
  const auto reads = [&](size_t i) {
    std::vector<std::string> names = graph.nodes[i].inputs;
    each_subgraph(graph.nodes[i], [&](const Graph& inner) {
      names.insert(names.end(), inner.captured.begin(), inner.captured.end());
    });
    return names;
  };
  const Needs needs = needs_of(
      graph.nodes.size(), [&](size_t i) -> const auto& { return graph.nodes[i].outputs; }, reads);
  const std::vector<size_t> rest = left_out(sorted(needs), needs.size());
  if (rest.empty()) return {};
  std::vector<std::string> labels;
  for (const size_t i : cycle_among(rest, needs)) {
    labels.push_back(etalon::label_of(graph.nodes[i]));
  }
  labels.push_back(labels.front());
  return labels;
}

}  // namespace etalon
