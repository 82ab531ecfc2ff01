#include "conformance/cases/labels.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "engine/operators/schema.h"

namespace etalon {

namespace {

using Uses = std::map<std::string, bool>;  // label → whether the operator is implemented

void collect(const Graph& graph, Uses& uses) {
  for (const Node& node : graph.nodes) {
    each_subgraph(node, [&](const Graph& inner) { collect(inner, uses); });
    if (node.function) continue;
    const std::string label =
        node.schema ? node.schema->label()
                    : fmt::format("{}{}{}-{}", node.domain, node.domain.empty() ? "" : ".",
                                  node.op_type, std::max<int64_t>(node.opset, 1));
    uses[label] = node.implementation != nullptr;
  }
}

}  // namespace

std::vector<OperatorUse> operators_used(const BoundModel& model) {
  Uses uses;
  collect(model.graph, uses);
  for (const Function& function : model.functions) collect(function.body, uses);
  std::vector<OperatorUse> list;
  for (const auto& [label, implemented] : uses) list.push_back({label, implemented});
  return list;
}

}  // namespace etalon
