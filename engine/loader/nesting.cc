#include "engine/loader/nesting.h"

#include <algorithm>
#include <unordered_map>

#include "engine/loader/place.h"

namespace etalon {
namespace {

// Calls f(graph) for each graph among the node's attributes.
template <class F>
void for_each_subgraph(const Node& node, F&& f) {
  for (const auto& [_, attribute] : node.attributes) {
    if (const auto* graph = std::get_if<std::shared_ptr<const Graph>>(&attribute.value)) {
      f(**graph);
    } else if (const auto* graphs =
                   std::get_if<std::vector<std::shared_ptr<const Graph>>>(&attribute.value)) {
      for (const auto& each : *graphs) f(*each);
    }
  }
}

// The number of levels at and below a graph: 1 for one whose nodes hold no graph and call no
// function. A function's is found once.
class Levels {
 public:
  explicit Levels(const Model& model) : model_(model) {}

  int of(const Graph& graph, int outside) {
    if (outside >= max_nesting) {
      throw InvalidModel("graphs and functions are nested deeper than {}", max_nesting);
    }
    int deepest = 0;
    for (const Node& node : graph.nodes) {
      for_each_subgraph(
          node, [&](const Graph& inner) { deepest = std::max(deepest, of(inner, outside + 1)); });
      const Function* called = model_.function(node.domain, node.op_type, node.overload);
      if (called) deepest = std::max(deepest, of(*called, outside + 1));
    }
    if (outside + 1 + deepest > max_nesting) {
      throw InvalidModel("graphs and functions are nested deeper than {}", max_nesting);
    }
    return 1 + deepest;
  }

  int of(const Function& function, int outside) {
    const auto known = levels_.find(&function);
    if (known != levels_.end()) {
      if (known->second == in_progress) throw InvalidModel("{} calls itself", place(function));
      return known->second;
    }
    levels_.emplace(&function, in_progress);
    const int levels = of(function.body, outside);
    levels_[&function] = levels;
    return levels;
  }

 private:
  static constexpr int in_progress = 0;
  const Model& model_;
  std::unordered_map<const Function*, int> levels_;
};

}  // namespace

void check_nesting(const Model& model) {
  Levels levels(model);
  for (const Function& function : model.functions) levels.of(function, 0);
  levels.of(model.graph, -1);
  for (const TrainingInfo& info : model.training) {
    levels.of(info.initialization, -1);
    levels.of(info.algorithm, -1);
  }
}

}  // namespace etalon
