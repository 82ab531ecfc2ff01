#include "engine/loader/nesting.h"

#include <algorithm>
#include <unordered_map>

#include "engine/loader/place.h"

namespace etalon {
namespace {

// The number of levels at and below a graph: 1 for one whose nodes contain no graph and call no
// function. The number of a function is computed once.
class Levels {
 public:
  int of(const Graph& graph, int outside) {
    if (outside >= max_nesting) {
      throw InvalidModel("graphs and functions are nested deeper than {}", max_nesting);
    }
    int deepest = 0;
    for (const Node& node : graph.nodes) {
      each_subgraph(
          node, [&](const Graph& inner) { deepest = std::max(deepest, of(inner, outside + 1)); });
      if (node.function) deepest = std::max(deepest, of(*node.function, outside + 1));
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
  std::unordered_map<const Function*, int> levels_;
};

}  // namespace

void check_nesting(const BoundModel& model) {
  Levels levels;
  for (const Function& function : model.functions) levels.of(function, 0);
  levels.of(model.graph, -1);
  for (const TrainingInfo& info : model.training) {
    levels.of(info.initialization, -1);
    levels.of(info.algorithm, -1);
  }
}

}  // namespace etalon
