#include "engine/loader/bind.h"

#include <algorithm>
#include <unordered_map>

#include "engine/loader/liveness.h"
#include "engine/operators/operator.h"
#include "engine/operators/schema.h"
#include "engine/values/limits.h"

namespace etalon {
namespace {

// What is charged for an attribute's default: its own bytes and its part of the container.
constexpr size_t default_bytes = sizeof(Attributes::value_type) + 64;

class Binder {
 public:
  // `opsets`: those that the model or function around the graphs imports. `typed`: the graphs'
  // declarations of types count.
  Binder(Model& model, const Opsets& opsets, const IgnoredAttributes& ignored, bool typed)
      : model_(model), opsets_(opsets), ignored_(ignored), typed_(typed) {
    any_number_ = std::any_of(opsets.begin(), opsets.end(),
                              [](const auto& import) { return relaxes_types(import.first); });
  }

  void bind(Graph& graph) const {
    for (Node& node : graph.nodes) {
      check_deadline();
      bind(node);
    }
    if (typed_) bind_declarations(graph);
    find_lifetimes(graph);
  }

 private:
  using GraphPointer = std::shared_ptr<const Graph>;

  void bind(Node& node) const {
    if (const auto opset = opsets_.find(node.domain); opset != opsets_.end()) {
      node.opset = opset->second;
    }
    node.function = model_.function(node.domain, node.op_type, node.overload);
    if (!node.function && node.opset > 0 && node.overload.empty()) bind_operator(node);
    if (node.schema && open_ended(node.domain)) leave_out_ignored(node);
    for (auto& [_, attribute] : node.attributes) {
      if (auto* one = std::get_if<GraphPointer>(&attribute.value)) {
        *one = bound(**one);
      } else if (auto* many = std::get_if<std::vector<GraphPointer>>(&attribute.value)) {
        for (GraphPointer& graph : *many) graph = bound(*graph);
      }
    }
  }

  static void bind_declarations(Graph& graph) {
    std::unordered_map<std::string_view, const Type*> types;
    for (const auto* infos : {&graph.outputs, &graph.value_info}) {
      for (const ValueInfo& info : *infos) {
        if (info.type.kind != Type::Kind::unknown) types.emplace(info.name, &info.type);
      }
    }
    for (Node& node : graph.nodes) {
      node.declared.clear();
      for (const std::string& output : node.outputs) {
        const auto found = types.find(output);
        node.declared.push_back(found == types.end() ? nullptr : found->second);
      }
    }
  }

  void bind_operator(Node& node) const {
    node.schema = find_schema(node.domain, node.op_type, node.opset);
    if (!node.schema) return;
    node.schema = &node.schema->form_for(node.attributes);
    node.implementation =
        find_implementation(node.schema->domain, node.schema->name, node.schema->since_version);
    node.any_number = any_number_ && node.domain.empty();
    const size_t given = node.attributes.size();
    add_defaults(*node.schema, node.attributes);
    model_.memory.add((node.attributes.size() - given) * default_bytes);
  }

  void leave_out_ignored(Node& node) const {
    for (const std::string& name : ignored_.names) {
      if (node.schema->attribute(name) || node.attributes.erase(name) == 0) continue;
      if (ignored_.on_ignored) ignored_.on_ignored(label_of(node), name);
    }
  }

  GraphPointer bound(const Graph& graph) const {
    auto copy = std::make_shared<Graph>(graph);
    bind(*copy);
    return copy;
  }

  Model& model_;  // whose memory the defaults are charged to
  const Opsets& opsets_;
  const IgnoredAttributes& ignored_;
  const bool typed_;
  bool any_number_;
};

}  // namespace

BoundModel bind(Model model, const IgnoredAttributes& ignored) {
  BoundModel bound(std::move(model));
  for (Function& function : bound.functions) {
    Binder(bound, function.opsets, ignored, false).bind(function.body);
  }
  const Binder binder(bound, bound.opsets, ignored, true);
  binder.bind(bound.graph);
  for (TrainingInfo& info : bound.training) {
    binder.bind(info.initialization);
    binder.bind(info.algorithm);
  }
  return bound;
}

}  // namespace etalon
