#include "engine/loader/checker.h"

#include <algorithm>
#include <set>
#include <unordered_set>

#include "engine/loader/nesting.h"
#include "engine/loader/node_checker.h"
#include "engine/loader/order.h"
#include "engine/loader/place.h"
#include "engine/values/limits.h"
#include "engine/values/utf8.h"

namespace etalon {
namespace {

// The names defined so far in a graph, and those of the graphs around it.
class Names {
 public:
  explicit Names(const Names* outer = nullptr) : outer_(outer) {}

  void reserve(size_t count) { own_.reserve(count); }

  bool contains(std::string_view name) const {
    return own_.contains(name) || (outer_ && outer_->contains(name));
  }
  // Throws InvalidModel if the name is empty or already defined in this graph. The name of an input
  // or an initializer may hide one of a surrounding graph: IR.md demands only that "a node output
  // name MUST be distinct from the names from the outer scopes that are visible".
  void define(std::string_view name, std::string_view what) {
    if (name.empty()) throw InvalidModel("the graph has an {} without a name", what);
    if (!own_.insert(name).second) refuse(name);
  }
  // The same of a node's output, which hides nothing.
  void define_output(std::string_view name) {
    if (outer_ && outer_->contains(name)) refuse(name);
    define(name, "output");
  }

 private:
  [[noreturn]] static void refuse(std::string_view name) {
    throw InvalidModel("the name {} is defined twice", in_quotes(name));
  }

  const Names* outer_;
  std::unordered_set<std::string_view> own_;
};

enum class Schemas { apply, ignore };

class Checker {
 public:
  explicit Checker(const BoundModel& model) : model_(model) {}

  void model() const;

 private:
  void function(const Function& function) const;
  void training(const TrainingInfo& info) const;
  void graph(const Graph& graph, const Names* outer, const NodeContext& context,
             Schemas schemas) const;
  void node(const Graph& graph, size_t index, Names& names, const NodeContext& context,
            Schemas schemas) const;

  const BoundModel& model_;
};

void define_inputs(const Graph& graph, Names& names) {
  for (const ValueInfo& input : graph.inputs) {
    names.define(input.name, "input");
    const auto given = graph.initializers.find(input.name);
    if (given == graph.initializers.end() || !given->second.is_tensor()) continue;
    if (!compatible(input.type, given->second.type())) {
      throw InvalidModel("initializer {} is a {} where the input of that name is a {}",
                         in_quotes(input.name), to_string(given->second.type()),
                         to_string(input.type));
    }
  }
  if (graph.initializers.empty()) return;
  std::set<std::string_view> inputs;
  for (const ValueInfo& input : graph.inputs) inputs.insert(input.name);
  for (const auto& [name, _] : graph.initializers) {
    if (!inputs.contains(name)) names.define(name, "initializer");
  }
}

// Throws InvalidModel: the input of a node is an output of the node itself or of a later one.
[[noreturn]] void refuse_order(const Graph& graph, const std::string& input, bool by_itself) {
  constexpr size_t most_labels = 8;
  const std::string produced = fmt::format("input {} is produced by {}", in_quotes(input),
                                           by_itself ? "the node itself" : "a later node");
  std::vector<std::string> cycle = cycle_of(graph);
  if (cycle.empty()) {
    throw InvalidModel("{}: the nodes are not in topological order (--lenient sorts them)",
                       produced);
  }
  if (cycle.size() > most_labels) {
    cycle.resize(most_labels);
    cycle.emplace_back("…");
  }
  throw InvalidModel("{}: the nodes form a cycle: {}", produced, fmt::join(cycle, " reads "));
}

// Throws InvalidModel if the node at `index`, or a later one, defines the name that it reads.
void check_order(const Graph& graph, size_t index, const std::string& name) {
  for (size_t later = index; later < graph.nodes.size(); ++later) {
    const auto& outputs = graph.nodes[later].outputs;
    if (std::find(outputs.begin(), outputs.end(), name) == outputs.end()) continue;
    refuse_order(graph, name, later == index);
  }
}

void check_reads(const Graph& graph, size_t index, const Names& names) {
  for (const std::string& input : graph.nodes[index].inputs) {
    if (input.empty() || names.contains(input)) continue;
    check_order(graph, index, input);
    throw InvalidModel("nothing defines its input {}", in_quotes(input));
  }
  each_subgraph(graph.nodes[index], [&](const Graph& inner) {
    for (const std::string& name : inner.captured) {
      if (!names.contains(name)) check_order(graph, index, name);
    }
  });
}

void Checker::node(const Graph& graph, size_t index, Names& names, const NodeContext& context,
                   Schemas schemas) const {
  const Node& node = graph.nodes[index];
  check_reads(graph, index, names);
  if (schemas == Schemas::apply) check_node(node, context);
  each_subgraph(node, [&](const Graph& inner) { this->graph(inner, &names, context, schemas); });
  for (const std::string& output : node.outputs) {
    if (!output.empty()) names.define_output(output);
  }
}

void Checker::graph(const Graph& graph, const Names* outer, const NodeContext& context,
                    Schemas schemas) const {
  Names names(outer);
  names.reserve(graph.inputs.size() + graph.initializers.size() + graph.nodes.size());
  define_inputs(graph, names);
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    check_deadline();
    located([&] { return label_of(graph.nodes[i]); },
            [&] { node(graph, i, names, context, schemas); });
  }
  for (const ValueInfo& output : graph.outputs) {
    if (!names.contains(output.name)) {
      throw InvalidModel("nothing defines output {} of graph {}", in_quotes(output.name),
                         in_quotes(graph.name));
    }
  }
}

void Checker::function(const Function& function) const {
  if (function.name.empty()) throw InvalidModel("a function has no name");
  std::set<std::string_view> attributes;
  const auto add = [&](std::string_view name) {
    if (!attributes.insert(name).second) {
      throw InvalidModel("attribute {} is declared twice", in_quotes(name));
    }
  };
  for (const std::string& name : function.attributes) add(name);
  for (const auto& [name, attribute] : function.defaults) {
    add(name);
    if (!attribute.ref_name.empty()) {
      throw InvalidModel("the default of attribute {} is a reference", in_quotes(name));
    }
  }
  check_opsets(function.opsets);
  graph(function.body, nullptr, {model_, &function}, Schemas::apply);
}

// The graphs of a training step are stored but not evaluated. They may call the model's own graph
// by an operator without a schema, so their structure is checked but not their operators.
void Checker::training(const TrainingInfo& info) const {
  Names names;
  define_inputs(model_.graph, names);
  const NodeContext context{model_, nullptr};
  graph(info.initialization, nullptr, context, Schemas::ignore);
  graph(info.algorithm, &names, context, Schemas::ignore);
}

void check_distinct(const std::vector<Function>& functions) {
  for (size_t i = 1; i < functions.size(); ++i) {
    const Function& a = functions[i - 1];
    const Function& b = functions[i];
    if (a.domain == b.domain && a.name == b.name && a.overload == b.overload) {
      throw InvalidModel("{} is defined twice", place(b));
    }
  }
}

void Checker::model() const {
  check_opsets(model_.opsets);
  check_distinct(model_.functions);
  check_nesting(model_);
  for (const Function& each : model_.functions) {
    located([&] { return place(each); }, [&] { function(each); });
  }
  for (const ValueInfo& input : model_.graph.inputs) {
    if (input.type.kind == Type::Kind::unknown) {
      throw InvalidModel("input {} of the model has no type", in_quotes(input.name));
    }
  }
  graph(model_.graph, nullptr, {model_, nullptr}, Schemas::apply);
  for (const TrainingInfo& info : model_.training) training(info);
}

}  // namespace

void check_model(const BoundModel& model) { Checker(model).model(); }

std::vector<std::string> opset_warnings(const Model& model) {
  std::set<std::string> sentences;
  const auto add = [&](const Opsets& opsets) {
    for (const auto& [domain, version] : opsets) {
      if (!is_newer(domain, version)) continue;
      sentences.insert(fmt::format(
          "the model imports opset {} of {}, newer than this Etalon knows ({}): each operator is "
          "evaluated by its newest known version",
          version, shown_domain(domain), newest_opset(domain)));
    }
  };
  add(model.opsets);
  for (const Function& function : model.functions) add(function.opsets);
  return {sentences.begin(), sentences.end()};
}

}  // namespace etalon
