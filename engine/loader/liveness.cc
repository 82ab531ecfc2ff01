#include "engine/loader/liveness.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "engine/operators/schema.h"

namespace etalon {
namespace {

constexpr size_t kept = static_cast<size_t>(-1);  // an output of the graph: never released

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

std::unordered_set<std::string_view> own_names(const Graph& graph) {
  std::unordered_set<std::string_view> own;
  for (const ValueInfo& input : graph.inputs) own.insert(input.name);
  for (const auto& [name, _] : graph.initializers) own.insert(name);
  for (const Node& node : graph.nodes) own.insert(node.outputs.begin(), node.outputs.end());
  own.erase("");
  return own;
}

}  // namespace

void find_lifetimes(Graph& graph) {
  const std::unordered_set<std::string_view> own = own_names(graph);
  std::unordered_set<std::string_view> outside;
  std::unordered_map<std::string_view, size_t> last;  // own value → its last node
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const Node& node = graph.nodes[i];
    if (node.schema && node.schema->reads_graph) {
      for (const std::string_view name : own) last[name] = i;
    }
    for_each_read(node, [&](const std::string& name) {
      if (own.contains(name)) {
        last[name] = i;
      } else {
        outside.insert(name);
      }
    });
    for (const std::string& name : node.outputs) {
      if (!name.empty()) last[name] = i;
    }
  }
  for (const ValueInfo& output : graph.outputs) {
    last[output.name] = kept;
    if (!own.contains(output.name)) outside.insert(output.name);
  }
  graph.captured.assign(outside.begin(), outside.end());
  std::sort(graph.captured.begin(), graph.captured.end());
  graph.last_use.assign(graph.nodes.size(), {});
  for (const auto& [name, node] : last) {
    if (node != kept) graph.last_use[node].emplace_back(name);
  }
  for (auto& names : graph.last_use) std::sort(names.begin(), names.end());
}

}  // namespace etalon
