#include "conformance/mdf/model.h"

#include <algorithm>
#include <map>
#include <set>

#include "conformance/mdf/arithmetic.h"
#include "conformance/mdf/conditions.h"
#include "conformance/mdf/document.h"
#include "conformance/mdf/reader.h"
#include "engine/numerics/numerics.h"

namespace etalon::mdf {

namespace {

const Json* optional_dictionary(const Json& json, const char* field) {
  const Json* value = find(json, field);
  if (value != nullptr && !value->is_object()) {
    throw InvalidModel("{} is {}, not a dictionary", field, shown(*value));
  }
  return value;
}

using IsId = std::function<bool(std::string_view)>;

// Throws InvalidModel for a name that is_id does not know.
Formula read_formula(const Json& json, const IsId& is_id) {
  Formula formula;
  if (!json.is_string()) {
    formula.expression.value = from_json(json);
    return formula;
  }
  formula.text = json.get<std::string>();
  if (!is_id(formula.text) && is_word_of_the_language(formula.text)) {
    formula.expression.value = formula.text;
    return formula;
  }
  formula.expression = read_text(formula.text, is_id);
  for (const std::string& name : names_in(formula.expression)) {
    if (is_id(name)) continue;
    throw InvalidModel(
        "the expression {} mentions {}, which is not a port, parameter or function of the node",
        in_quotes(formula.text), in_quotes(name));
  }
  return formula;
}

// The names that the arguments mention, apart from those of arguments before.
std::set<std::string> names_mentioned_by(const std::vector<Argument>& arguments) {
  std::set<std::string> names;
  std::set<std::string> before;
  for (const Argument& argument : arguments) {
    for (const std::string& name : names_in(argument.formula.expression)) {
      if (!before.contains(name)) names.insert(name);
    }
    before.insert(argument.name);
  }
  return names;
}

bool mentions(const Formula& formula, const std::string& id) {
  return names_in(formula.expression).contains(id);
}

// --------------------------------------------------------------------------------------- shapes

size_t dimension(int64_t dim) {
  if (dim < 0) throw InvalidModel("the dimension {} is negative", dim);
  return static_cast<size_t>(dim);
}

// Older files write "(2, 3)", "(1,)" or "()".
Shape shape_from_text(const std::string& text) {
  std::string list = text;
  std::replace(list.begin(), list.end(), '(', '[');
  std::replace(list.begin(), list.end(), ')', ']');
  const Expression expression = parse_expression(list);
  if (expression.operation != Operation::list) {
    throw InvalidModel("the shape {} is not a list of dimensions", in_quotes(text));
  }
  Shape shape;
  for (const Expression& part : expression.parts) {
    const bool whole = part.operation == Operation::constant && part.value.is_array() &&
                       part.value.array().dtype() == DType::int64;
    if (!whole) throw InvalidModel("the shape {} is not a list of dimensions", in_quotes(text));
    shape.push_back(dimension(part.value.array().item<int64_t>()));
  }
  return shape;
}

Shape read_shape(const Json& json) {
  if (json.is_string()) return shape_from_text(json.get<std::string>());
  if (!json.is_array()) throw InvalidModel("the shape {} is not a list of dimensions", shown(json));
  Shape shape;
  for (const Json& dim : json) {
    if (!dim.is_number_integer())
      throw InvalidModel("the dimension {} is not a number", shown(dim));
    shape.push_back(dimension(dim.get<int64_t>()));
  }
  return shape;
}

InputPort::Reduce reduce_named(const std::string& name) {
  if (name == "overwrite") return InputPort::Reduce::overwrite;
  if (name == "add") return InputPort::Reduce::add;
  if (name == "multiply") return InputPort::Reduce::multiply;
  throw InvalidModel("reduce is {}; it may be overwrite, add or multiply", in_quotes(name));
}

InputPort read_input(const std::string& id, const Json& json) {
  check_fields(json, {"shape", "type", "reduce", "default_value"});
  InputPort port;
  port.id = id;
  const std::string type = find(json, "type") == nullptr ? "" : text_field(json, "type");
  const bool real = type.find("float") != std::string::npos || type == "double" || type == "real";
  const Json* shape = find(json, "shape");
  const Shape dims = shape == nullptr ? Shape() : read_shape(*shape);
  element_count(dims);
  port.initial = Tensor::zeros(real ? DType::float64 : DType::int64, dims);
  if (const Json* value = find(json, "default_value")) {
    port.has_default = true;
    const Formula formula = read_formula(*value, [](std::string_view) { return false; });
    port.initial = at_place("default_value", [&] {
      return evaluate(formula.expression, [](const std::string&) { return nullptr; });
    });
  }
  if (find(json, "reduce") != nullptr) port.reduce = reduce_named(text_field(json, "reduce"));
  return port;
}

// ------------------------------------------------------------------------------------------ nodes

class NodeReader {
 public:
  NodeReader(const Dictionary& graph_parameters, int64_t onnx_opset)
      : graph_parameters_(graph_parameters), onnx_opset_(onnx_opset) {}

  Node read(const std::string& id, const Json& json) {
    if (json.is_object() && (json.contains("graphs") || json.contains("nodes"))) {
      throw Unsupported("a graph in place of a node is not supported");
    }
    check_fields(json, {"input_ports", "functions", "parameters", "output_ports"});
    node_.id = id;
    const auto inputs = entries_of(find(json, "input_ports"));
    const auto functions = entries_of(find(json, "functions"));
    const auto parameters = entries_of(find(json, "parameters"));
    for (const auto& [port, entry] : inputs) declare(port, "an input port");
    for (const auto& [function, entry] : functions) declare(function, "a function");
    for (const auto& [parameter, entry] : parameters) declare(parameter, "a parameter");
    for (const auto& [port, entry] : inputs) {
      at_place(named("input port", port), [&, &port = port, &entry = entry] {
        node_.inputs.push_back(read_input(port, *entry));
      });
    }
    for (const auto& [function, entry] : functions) {
      at_place(named("function", function),
               [&, &function = function, &entry = entry] { read_function(function, *entry); });
    }
    for (const auto& [parameter, entry] : parameters) {
      at_place(named("parameter", parameter),
               [&, &parameter = parameter, &entry = entry] { read_parameter(parameter, *entry); });
    }
    for (const auto& [port, entry] : entries_of(find(json, "output_ports"))) {
      at_place(named("output port", port),
               [&, &port = port, &entry = entry] { read_output(port, *entry); });
    }
    order_functions();
    return std::move(node_);
  }

 private:
  void declare(const std::string& id, const std::string& what) {
    const auto [found, fresh] = ids_.emplace(id, what);
    if (!fresh) {
      throw InvalidModel("both {} and {} have the id {}", found->second, what, in_quotes(id));
    }
  }

  bool is_id(std::string_view name) const {
    return ids_.find(name) != ids_.end() || graph_parameters_.find(name) != nullptr;
  }
  Formula formula(const Json& json) const {
    return read_formula(json, [this](std::string_view name) { return is_id(name); });
  }

  // `takes_several` says which arguments are inputs of their own, one for each item of a list.
  std::vector<Argument> read_arguments(const Json* json, const IsId& takes_several) const {
    std::vector<Argument> arguments;
    if (json == nullptr) return arguments;
    std::set<std::string, std::less<>> before;
    const IsId known = [&](std::string_view name) { return before.contains(name) || is_id(name); };
    for (const auto& [name, value] : json->items()) {
      at_place("argument " + in_quotes(name), [&, &name = name, &value = value] {
        Formula formula = read_formula(value, known);
        if (takes_several(name)) {
          add_inputs(name, std::move(formula), known, arguments);
        } else {
          arguments.push_back({name, std::move(formula)});
        }
      });
      if (!arguments.empty() && arguments.back().name == name) before.insert(name);
    }
    return arguments;
  }

  // A list that mentions an id, quoted or bare, is a list of inputs.
  static void add_inputs(const std::string& name, Formula formula, const IsId& known,
                         std::vector<Argument>& arguments) {
    const auto quoted_id = [&](const Expression& item) {
      return item.operation == Operation::constant && item.value.is_text() &&
             known(item.value.text());
    };
    const std::vector<Expression> items = list_items(formula.expression);
    const bool several = std::any_of(items.begin(), items.end(), [&](const Expression& item) {
      return quoted_id(item) || !names_in(item).empty();
    });
    if (!several) {
      arguments.push_back({name, std::move(formula)});
      return;
    }
    for (const Expression& item : items) {
      Expression input = item;
      if (quoted_id(item)) input = {Operation::name, {}, item.value.text(), {}};
      arguments.push_back({"", {formula.text, std::move(input)}});
    }
  }

  // The items of a list in an expression, or of the document's own list; none of anything else.
  static std::vector<Expression> list_items(const Expression& expression) {
    if (expression.operation == Operation::list) return expression.parts;
    std::vector<Expression> items;
    if (expression.operation != Operation::constant || !expression.value.is_list()) return items;
    for (const Value& item : expression.value.list()) {
      items.push_back({Operation::constant, item, {}, {}});
    }
    return items;
  }

  // Which arguments of a function go by position: all of ACT-R's; of an onnx:: function whose first
  // input is variadic, those that are not attributes.
  static bool goes_by_position(const FunctionInfo& function, std::string_view argument) {
    if (function.kind == FunctionKind::actr) return true;
    if (!function.variadic) return false;
    const auto attributes = function.arguments.begin() + 1;
    return std::find(attributes, function.arguments.end(), argument) == function.arguments.end();
  }

  // {function: name, args} or {function: {name: {args}}}.
  FunctionUse read_use(const std::string& owner, const Json& json) const {
    const Json& function = json.at("function");
    FunctionUse use;
    const Json* arguments = optional_dictionary(json, "args");
    if (function.is_object() && function.size() == 1) {
      use.name = function.begin().key();
      arguments = optional_dictionary(function, use.name.c_str());
    } else if (function.is_string()) {
      use.name = function.get<std::string>();
    } else {
      throw InvalidModel("{} is not the name of a function", shown(function));
    }
    const std::optional<FunctionInfo> info = find_function(use.name, onnx_opset_);
    if (!info) throw InvalidModel("there is no standard function {}", in_quotes(use.name));
    use.arguments = read_arguments(arguments, [&](std::string_view argument) {
      return info->variadic && goes_by_position(*info, argument);
    });
    for (Argument& argument : use.arguments) {
      argument.by_position = goes_by_position(*info, argument.name);
    }
    if (info->kind != FunctionKind::actr) use.implied = implied(owner, *info, use.arguments);
    return use;
  }

  // A variadic input that the args give is not implied.
  std::vector<std::string> implied(const std::string& owner, const FunctionInfo& function,
                                   const std::vector<Argument>& given) const {
    std::vector<std::string> names;
    for (const std::string& name : function.arguments) {
      const bool is_given = std::any_of(given.begin(), given.end(), [&](const Argument& argument) {
        return argument.name == name || (argument.by_position && goes_by_position(function, name));
      });
      const bool own = ids_.find(name) != ids_.end() && name != owner;
      if (!is_given && own && !is_later_function(name)) names.push_back(name);
    }
    return names;
  }

  // True for a function of the node that has not been read yet.
  bool is_later_function(const std::string& id) const {
    if (ids_.find(id)->second != "a function") return false;
    return std::none_of(node_.functions.begin(), node_.functions.end(),
                        [&](const Function& function) { return function.id == id; });
  }

  void read_function(const std::string& id, const Json& json) {
    check_fields(json, {"function", "value", "args"});
    Function function;
    function.id = id;
    if (find(json, "function") != nullptr) {
      function.use = read_use(id, json);
    } else if (const Json* value = find(json, "value")) {
      const Json* arguments = optional_dictionary(json, "args");
      function.arguments = read_arguments(arguments, [](std::string_view) { return false; });
      function.value = read_formula(*value, [&](std::string_view name) {
        return (arguments != nullptr && arguments->contains(name)) || is_id(name);
      });
    } else {
      throw InvalidModel("it has neither function nor value");
    }
    node_.functions.push_back(std::move(function));
  }

  void read_parameter(const std::string& id, const Json& json) {
    check_fields(json, {"value", "default_initial_value", "time_derivative", "function", "args",
                        "conditions"});
    Parameter parameter;
    parameter.id = id;
    const auto optional_formula = [&](const char* field) -> std::optional<Formula> {
      const Json* value = find(json, field);
      if (value == nullptr) return std::nullopt;
      return formula(*value);
    };
    parameter.value = optional_formula("value");
    parameter.default_initial_value = optional_formula("default_initial_value");
    parameter.time_derivative = optional_formula("time_derivative");
    if (find(json, "function") != nullptr) parameter.use = read_use(id, json);
    for (const auto& [condition, entry] : entries_of(find(json, "conditions"))) {
      at_place(named("condition", condition), [&, &condition = condition, &entry = entry] {
        parameter.conditions.push_back(read_parameter_condition(condition, *entry));
      });
    }
    parameter.stateful = parameter.time_derivative || parameter.default_initial_value ||
                         (parameter.value && mentions(*parameter.value, id));
    const bool defined = parameter.stateful || parameter.value || parameter.use;
    if (!defined && parameter.conditions.empty()) {
      throw InvalidModel(
          "it has none of value, default_initial_value, time_derivative, function, "
          "conditions");
    }
    node_.parameters.push_back(std::move(parameter));
  }

  ParameterCondition read_parameter_condition(const std::string& id, const Json& json) const {
    check_fields(json, {"test", "value"});
    for (const char* field : {"test", "value"}) {
      if (find(json, field) == nullptr) throw InvalidModel("the field {} is missing", field);
    }
    return {id, formula(json.at("test")), formula(json.at("value"))};
  }

  // Without a value, what has the port's own id.
  void read_output(const std::string& id, const Json& json) {
    check_fields(json, {"value", "shape", "type"});
    const Json* value = find(json, "value");
    if (value == nullptr && !is_id(id)) throw InvalidModel("the field value is missing");
    node_.outputs.push_back({id, formula(value == nullptr ? Json(id) : *value)});
  }

  static std::set<std::string> mentioned_by(const Function& function) {
    std::set<std::string> names;
    if (function.value) names = names_in(function.value->expression);
    // An argument's name hides the node's.
    for (const Argument& argument : function.arguments) names.erase(argument.name);
    names.merge(names_mentioned_by(function.arguments));
    if (!function.use) return names;
    names.merge(names_mentioned_by(function.use->arguments));
    names.insert(function.use->implied.begin(), function.use->implied.end());
    return names;
  }

  void order_functions() {
    std::map<std::string, size_t> at;
    std::vector<std::string> ids;
    for (const Function& function : node_.functions) {
      at.emplace(function.id, ids.size());
      ids.push_back(function.id);
    }
    std::vector<Edge> edges;
    for (size_t i = 0; i < node_.functions.size(); ++i) {
      for (const std::string& name : mentioned_by(node_.functions[i])) {
        if (const auto found = at.find(name); found != at.end())
          edges.push_back({found->second, i});
      }
    }
    at_place("its functions", [&] {
      for (const std::vector<size_t>& layer : layers_of(ids, edges)) {
        node_.function_order.insert(node_.function_order.end(), layer.begin(), layer.end());
      }
    });
  }

  const Dictionary& graph_parameters_;
  int64_t onnx_opset_;
  Node node_;
  std::map<std::string, std::string, std::less<>> ids_;  // what each is
};

// ----------------------------------------------------------------------------------------- graphs

class GraphReader {
 public:
  GraphReader(const std::string& id, const Json& json, int64_t onnx_opset)
      : json_(json), onnx_opset_(onnx_opset) {
    graph_.id = id;
  }

  Graph read() {
    check_fields(json_, {"nodes", "edges", "parameters", "conditions"});
    read_parameters();
    for (const auto& [id, entry] : entries_of(find(json_, "nodes"))) {
      at_place(named("node", id), [&, &id = id, &entry = entry] {
        graph_.nodes.push_back(NodeReader(graph_.parameters, onnx_opset_).read(id, *entry));
      });
      nodes_.emplace(id, nodes_.size());
      graph_.schedule.node_ids.push_back(id);
    }
    if (graph_.nodes.empty()) throw InvalidModel("it has no nodes");
    for (const auto& [id, entry] : entries_of(find(json_, "edges"))) {
      at_place(named("edge", id), [&, &id = id, &entry = entry] { read_edge(id, *entry); });
    }
    read_schedule();
    return std::move(graph_);
  }

 private:
  // A value of the graph's own: parameters and weights may mention the graph's parameters.
  Value constant(const Json& json) const {
    const auto is_id = [&](std::string_view name) {
      return graph_.parameters.find(name) != nullptr;
    };
    const Formula formula = read_formula(json, is_id);
    const auto value_of = [&](const std::string& name) { return graph_.parameters.find(name); };
    if (formula.expression.operation == Operation::constant) return formula.expression.value;
    return at_place(in_quotes(formula.text),
                    [&] { return evaluate(formula.expression, value_of); });
  }

  void read_parameters() {
    for (const auto& [id, entry] : entries_of(find(json_, "parameters"))) {
      const bool wrapped = entry->is_object() && entry->contains("value");
      at_place(named("parameter", id), [&, &id = id, &entry = entry] {
        graph_.parameters.set(id, constant(wrapped ? entry->at("value") : *entry));
      });
    }
  }

  size_t node_named(const std::string& id) const {
    const auto found = nodes_.find(id);
    if (found == nodes_.end()) throw InvalidModel("there is no node {}", in_quotes(id));
    return found->second;
  }

  template <class Port>
  static size_t port_named(const Node& node, const std::vector<Port>& ports,
                           const std::string& kind, const std::string& id) {
    for (size_t i = 0; i < ports.size(); ++i) {
      if (ports[i].id == id) return i;
    }
    throw InvalidModel("node {} has no {} port {}", in_quotes(node.id), kind, in_quotes(id));
  }

  void read_edge(const std::string& id, const Json& json) {
    check_fields(json, {"sender", "receiver", "sender_port", "receiver_port", "parameters"});
    PortEdge edge;
    edge.id = id;
    edge.sender = node_named(text_field(json, "sender"));
    edge.receiver = node_named(text_field(json, "receiver"));
    const Node& sender = graph_.nodes[edge.sender];
    const Node& receiver = graph_.nodes[edge.receiver];
    edge.sender_port =
        port_named(sender, sender.outputs, "output", text_field(json, "sender_port"));
    edge.receiver_port =
        port_named(receiver, receiver.inputs, "input", text_field(json, "receiver_port"));
    if (const Json* parameters = find(json, "parameters")) {
      check_fields(*parameters, {"weight"});
      if (const Json* weight = find(*parameters, "weight")) edge.weight = constant(*weight);
    }
    graph_.edges.push_back(std::move(edge));
  }

  void read_schedule() {
    Schedule& schedule = graph_.schedule;
    std::vector<Edge> edges;
    for (const PortEdge& edge : graph_.edges) {
      const InputPort& port = graph_.nodes[edge.receiver].inputs[edge.receiver_port];
      if (!port.has_default) edges.push_back(edge);
    }
    schedule.layers = layers_of(schedule.node_ids, edges);
    for (size_t node = 0; node < graph_.nodes.size(); ++node) {
      schedule.conditions.push_back(default_condition(node, edges));
    }
    if (const Json* conditions = find(json_, "conditions")) {
      check_fields(*conditions, {"node_specific", "termination"});
      for (const auto& [id, entry] : entries_of(find(*conditions, "node_specific"))) {
        at_place("the condition of " + named("node", id), [&, &id = id, &entry = entry] {
          schedule.conditions[node_named(id)] = read_condition(*entry, nodes_, false);
        });
      }
      for (const auto& [id, entry] : entries_of(find(*conditions, "termination"))) {
        at_place("the termination " + in_quotes(id), [&, &id = id, &entry = entry] {
          schedule.terminations.push_back({id, read_condition(*entry, nodes_, true)});
          check_threshold(schedule.terminations.back().condition);
        });
      }
    }
    for (const Condition& condition : schedule.conditions) check_threshold(condition);
    if (schedule.terminations.empty()) add_default_termination();
  }

  void add_default_termination() {
    Termination termination;
    termination.id = "AllHaveRun";
    termination.condition.kind = ConditionKind::all_have_run;
    for (const auto& [id, node] : nodes_) termination.condition.nodes.push_back(node);
    graph_.schedule.terminations.push_back(termination);
  }

  // A threshold's dependency has a value of the name it reads.
  void check_threshold(const Condition& condition) const {
    for (const Condition& part : condition.parts) check_threshold(part);
    if (condition.kind != ConditionKind::threshold) return;
    const Node& node = graph_.nodes[condition.nodes.front()];
    const auto has = [&](const auto& list) {
      return std::any_of(list.begin(), list.end(),
                         [&](const auto& each) { return each.id == condition.parameter; });
    };
    if (has(node.parameters) || has(node.outputs) || has(node.functions) || has(node.inputs))
      return;
    throw InvalidModel("condition Threshold: node {} has no parameter {}", in_quotes(node.id),
                       in_quotes(condition.parameter));
  }

  const Json& json_;
  int64_t onnx_opset_;
  Graph graph_;
  NodeIndex nodes_;
};

int64_t read_opset(const Json& json) {
  const Json* opset = find(json, "onnx_opset_version");
  if (opset == nullptr) return default_onnx_opset;
  constexpr int64_t greatest = 1'000'000;
  std::string text = opset->is_string() ? opset->get<std::string>() : opset->dump();
  const bool digits =
      !text.empty() && text.size() < 7 && text.find_first_not_of("0123456789") == std::string::npos;
  const int64_t version = digits ? std::stoll(text) : 0;
  if (version < 1 || version > greatest) {
    throw InvalidModel("onnx_opset_version is {}, not a version", shown(*opset));
  }
  return version;
}

}  // namespace

Model model_from(const Json& document) {
  if (!document.is_object() || document.size() != 1 || !document.begin()->is_object()) {
    throw InvalidModel("a model is a dictionary {{ModelId: {{format, graphs}}}}");
  }
  const auto entry = document.items().begin();
  const Json& json = entry.value();
  Model model;
  model.id = entry.key();
  return at_place(named("model", model.id), [&] {
    check_fields(json, {"format", "generating_application", "onnx_opset_version", "graphs"});
    model.format = text_field(json, "format");
    if (!model.format.starts_with("ModECI MDF")) {
      throw InvalidModel("the format is {}, not 'ModECI MDF v…'", in_quotes(model.format));
    }
    model.onnx_opset = read_opset(json);
    for (const auto& [id, graph] : entries_of(find(json, "graphs"))) {
      at_place(named("graph", id), [&, &id = id, &graph = graph] {
        model.graphs.push_back(GraphReader(id, *graph, model.onnx_opset).read());
      });
    }
    if (model.graphs.empty()) throw InvalidModel("it has no graphs");
    return std::move(model);
  });
}

std::vector<OverwrittenPort> overwritten_ports(const Graph& graph) {
  std::vector<OverwrittenPort> ports;
  for (size_t i = 0; i < graph.edges.size(); ++i) {
    const PortEdge& edge = graph.edges[i];
    const auto same = [&](const OverwrittenPort& port) {
      return port.node == edge.receiver && port.port == edge.receiver_port;
    };
    const InputPort& port = graph.nodes[edge.receiver].inputs[edge.receiver_port];
    if (port.reduce != InputPort::Reduce::overwrite) continue;
    const auto found = std::find_if(ports.begin(), ports.end(), same);
    if (found == ports.end()) {
      ports.push_back({edge.receiver, edge.receiver_port, {i}});
    } else {
      found->edges.push_back(i);
    }
  }
  std::erase_if(ports, [](const OverwrittenPort& port) { return port.edges.size() < 2; });
  return ports;
}

Model load_model(const std::filesystem::path& file, const DocumentLimits& limits) {
  const Json document = read_document(file, limits);
  return at_place(file.string(), [&] { return model_from(document); });
}

}  // namespace etalon::mdf
