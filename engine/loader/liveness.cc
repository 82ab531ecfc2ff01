#include "engine/loader/liveness.h"

#include <algorithm>
#include <limits>
#include <string_view>

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

struct LastUse {
  std::string_view name;
  size_t node;
};

bool by_name(const LastUse& a, const LastUse& b) { return a.name < b.name; }

// Of each value of the graph itself, by name, the node that writes it, or `unused`.
std::vector<LastUse> own_values(const Graph& graph) {
  std::vector<LastUse> all;
  all.reserve(graph.inputs.size() + graph.initializers.size() + 2 * graph.nodes.size());
  for (const ValueInfo& input : graph.inputs) all.push_back({input.name, unused});
  for (const auto& [name, _] : graph.initializers) all.push_back({name, unused});
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    for (const std::string& name : graph.nodes[i].outputs) {
      if (!name.empty()) all.push_back({name, i});
    }
  }
  std::sort(all.begin(), all.end(), [](const LastUse& a, const LastUse& b) {
    return a.name != b.name ? a.name < b.name : a.node + 1 > b.node + 1;  // `unused` last
  });
  const auto is_same = [](const LastUse& a, const LastUse& b) { return a.name == b.name; };
  all.erase(std::unique(all.begin(), all.end(), is_same), all.end());
  return all;
}

}  // namespace

void find_lifetimes(Graph& graph) {
  std::vector<LastUse> last = own_values(graph);
  std::vector<std::string_view> outside;  // with repetitions
  const auto use = [&](std::string_view name, size_t node) {
    const auto own = std::lower_bound(last.begin(), last.end(), LastUse{name, 0}, by_name);
    if (own == last.end() || own->name != name) {
      outside.push_back(name);
    } else if (own->node == unused || own->node < node) {
      own->node = node;
    }
  };
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const Node& node = graph.nodes[i];
    if (node.schema && node.schema->reads_graph) {
      for (const LastUse& value : last) use(value.name, i);
    }
    for_each_read(node, [&](const std::string& name) { use(name, i); });
  }
  for (const ValueInfo& output : graph.outputs) use(output.name, kept);
  std::sort(outside.begin(), outside.end());
  graph.captured.assign(outside.begin(), std::unique(outside.begin(), outside.end()));
  graph.last_use.assign(std::max<size_t>(graph.nodes.size(), 1) - 1, {});
  for (const auto& [name, node] : last) {
    if (node < graph.last_use.size()) graph.last_use[node].emplace_back(name);
  }
}

}  // namespace etalon
