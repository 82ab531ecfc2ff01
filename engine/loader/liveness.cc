#include "engine/loader/liveness.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "engine/operators/schema.h"

namespace etalon {
namespace {

// In place of a node's number: an output of the graph, which is never released; an input or an
// initializer that nothing reads.
constexpr size_t kept = std::numeric_limits<size_t>::max() - 1;
constexpr size_t unused = std::numeric_limits<size_t>::max();

// Calls f(name) for each name that the node reads, the graphs inside it included.
template <class F>
void for_each_read(const Node& node, F&& f) {
  for (const std::string& name : node.inputs) {
    if (!name.empty()) f(name);
  }
  each_subgraph(node, [&](const Graph& inner) {
    for (const std::string& name : inner.captured) f(name);
  });
}

// Of each value of the graph itself the last node that reads or writes it.
std::unordered_map<std::string_view, size_t> own_values(const Graph& graph) {
  std::unordered_map<std::string_view, size_t> last;
  last.reserve(graph.inputs.size() + graph.initializers.size() + 2 * graph.nodes.size());
  for (const ValueInfo& input : graph.inputs) last.emplace(input.name, unused);
  for (const auto& [name, _] : graph.initializers) last.emplace(name, unused);
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    for (const std::string& name : graph.nodes[i].outputs) {
      if (!name.empty()) last[name] = i;
    }
  }
  return last;
}

}  // namespace

void find_lifetimes(Graph& graph) {
  std::unordered_map<std::string_view, size_t> last = own_values(graph);
  std::unordered_set<std::string_view> outside;
  const auto use = [&](std::string_view name, size_t node) {
    const auto own = last.find(name);
    if (own == last.end()) {
      outside.insert(name);
    } else if (own->second == unused || own->second < node) {
      own->second = node;
    }
  };
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const Node& node = graph.nodes[i];
    if (node.schema && node.schema->reads_graph) {
      for (const auto& [name, _] : last) use(name, i);
    }
    for_each_read(node, [&](const std::string& name) { use(name, i); });
  }
  for (const ValueInfo& output : graph.outputs) use(output.name, kept);
  graph.captured.assign(outside.begin(), outside.end());
  std::sort(graph.captured.begin(), graph.captured.end());
  graph.last_use.assign(graph.nodes.size(), {});
  for (const auto& [name, node] : last) {
    if (node < graph.nodes.size()) graph.last_use[node].emplace_back(name);
  }
  for (auto& names : graph.last_use) std::sort(names.begin(), names.end());
}

}  // namespace etalon
