#include "conformance/mdf/evaluate.h"

#include <algorithm>

#include "conformance/mdf/arithmetic.h"
#include "conformance/mdf/reader.h"
#include "engine/values/limits.h"

namespace etalon::mdf {

namespace {

using ValuesById = std::unordered_map<std::string, Value>;

const Value* find_value(const ValuesById& values, const std::string& id) {
  const auto found = values.find(id);
  return found == values.end() ? nullptr : &found->second;
}

// What a parameter is before its node first runs.
const std::optional<Formula>& first_formula(const Parameter& parameter) {
  return parameter.stateful ? parameter.default_initial_value : parameter.value;
}

std::vector<const Parameter*> parameters_of(const Node& node) {
  std::vector<const Parameter*> all;
  for (const Parameter& parameter : node.parameters) all.push_back(&parameter);
  return all;
}

// The parameter, and those of the node that its first value mentions, directly or not.
std::vector<const Parameter*> needed_for(const Parameter& parameter, const Node& node) {
  std::vector<const Parameter*> needed = {&parameter};
  for (size_t i = 0; i < needed.size(); ++i) {
    if (!first_formula(*needed[i])) continue;
    const std::set<std::string> names = names_in(first_formula(*needed[i])->expression);
    for (const Parameter& other : node.parameters) {
      const bool is_new = std::find(needed.begin(), needed.end(), &other) == needed.end();
      if (is_new && names.contains(other.id)) needed.push_back(&other);
    }
  }
  return needed;
}

}  // namespace

GraphRun::GraphRun(const Model& model, const Graph& graph, const RunOptions& options)
    : model_(model),
      graph_(graph),
      max_passes_(options.max_passes),
      on_node_(options.on_node),
      random_(options.seed),
      states_(graph.nodes.size()),
      edges_into_(graph.nodes.size()),
      before_(graph.nodes.size()) {
  for (size_t node = 0; node < graph.nodes.size(); ++node) {
    for (const InputPort& port : graph.nodes[node].inputs) {
      states_[node].inner[port.id] = port.initial;
    }
  }
  for (size_t i = 0; i < graph.edges.size(); ++i) {
    edges_into_[graph.edges[i].receiver].push_back(i);
  }
}

void GraphRun::set_input(size_t node, size_t port, Value value) {
  states_.at(node).inner[graph_.nodes.at(node).inputs.at(port).id] = std::move(value);
}

const Value* GraphRun::output(size_t node, const std::string& id) const {
  return find_value(states_.at(node).outputs, id);
}

const Value* GraphRun::inner(size_t node, const std::string& id) const {
  return find_value(states_.at(node).inner, id);
}

std::vector<std::vector<size_t>> GraphRun::evaluate(std::optional<double> dt) {
  const ValueReader values = [this](size_t node, const std::string& id) {
    return watched(node, id);
  };
  Scheduler scheduler(graph_.schedule, values, max_passes_);
  std::vector<std::vector<size_t>> sets;
  at_place(named("graph", graph_.id), [&] {
    while (std::optional<std::vector<size_t>> set = scheduler.next()) {
      for (const size_t node : *set) {
        if (on_node_) on_node_(node);
        at_place(named("node", graph_.nodes[node].id), [&] { run_node(node, dt); });
      }
      sets.push_back(std::move(*set));
    }
  });
  is_first_ = false;
  return sets;
}

// What a condition sees: the value, or, before the node has run, the parameter's
// default_initial_value; nullptr when there is none.
const Value* GraphRun::watched(size_t index, const std::string& id) {
  if (const Value* value = inner(index, id)) return value;
  if (const Value* value = output(index, id)) return value;
  const Node& node = graph_.nodes[index];
  const auto parameter = std::find_if(node.parameters.begin(), node.parameters.end(),
                                      [&](const Parameter& each) { return each.id == id; });
  const bool begins = parameter != node.parameters.end() && parameter->default_initial_value;
  if (states_[index].has_run || !begins) return nullptr;
  if (!before_[index].contains(id)) {
    State state = states_[index];
    at_place(named("node", node.id),
             [&] { begin_parameters(needed_for(*parameter, node), state); });
    if (const Value* value = find_value(state.inner, id)) before_[index][id] = *value;
  }
  return find_value(before_[index], id);
}

void GraphRun::run_node(size_t index, std::optional<double> dt) {
  count_step();
  const Node& node = graph_.nodes[index];
  State& state = states_[index];
  receive(index);
  if (!state.has_run) begin_parameters(parameters_of(node), state);
  state.has_run = true;
  run_functions(node, state);
  for (const Parameter& parameter : node.parameters) {
    at_place(named("parameter", parameter.id), [&] { run_parameter(parameter, state, dt); });
  }
  for (const OutputPort& port : node.outputs) {
    at_place(named("output port", port.id),
             [&] { state.outputs[port.id] = formula_value(port.value, state); });
  }
}

Value GraphRun::sent(const PortEdge& edge, const Value& value) const {
  if (!edge.weight) return value;
  return at_place(named("edge", edge.id),
                  [&] { return combined(Operation::multiply, *edge.weight, value); });
}

// What senders hold now; a sender that has not run yet leaves the port as it is.
void GraphRun::receive(size_t node) {
  State& state = states_[node];
  std::vector<bool> filled(graph_.nodes[node].inputs.size());
  for (const size_t i : edges_into_[node]) {
    const PortEdge& edge = graph_.edges[i];
    const InputPort& port = graph_.nodes[node].inputs[edge.receiver_port];
    if (port.has_default && is_first_) continue;
    const Value* value =
        output(edge.sender, graph_.nodes[edge.sender].outputs[edge.sender_port].id);
    if (value == nullptr) continue;
    Value arrived = sent(edge, *value);
    if (filled[edge.receiver_port] && port.reduce != InputPort::Reduce::overwrite) {
      const bool adds = port.reduce == InputPort::Reduce::add;
      arrived = at_place(named("edge", edge.id), [&] {
        return combined(adds ? Operation::add : Operation::multiply, state.inner[port.id], arrived);
      });
    }
    filled[edge.receiver_port] = true;
    state.inner[port.id] = std::move(arrived);
  }
}

// The parameters as they were before the node first ran: stateful ones their default_initial_value
// or 0.0, those that only have conditions 0.0, plain values what they are. A parameter whose first
// value mentions what has no value yet, a function's result for one, has none either.
void GraphRun::begin_parameters(Parameters waiting, State& state) const {
  const auto ready = [&](const Formula& formula) {
    const std::set<std::string> names = names_in(formula.expression);
    return std::all_of(names.begin(), names.end(), [&](const std::string& name) {
      return state.inner.contains(name) || graph_.parameters.find(name) != nullptr;
    });
  };
  for (size_t before = 0; before != waiting.size();) {
    before = waiting.size();
    std::erase_if(waiting, [&](const Parameter* parameter) {
      if (!parameter->stateful && parameter->use && !parameter->value) return true;
      const std::optional<Formula>& formula = first_formula(*parameter);
      if (formula && !ready(*formula)) return false;
      at_place(named("parameter", parameter->id),
               [&] { state.inner[parameter->id] = first_value(*parameter, state); });
      return true;
    });
  }
}

Value GraphRun::first_value(const Parameter& parameter, const State& state) const {
  const std::optional<Formula>& formula = first_formula(parameter);
  return formula ? formula_value(*formula, state) : Value::number(0);
}

Value GraphRun::formula_value(const Formula& formula, const State& state,
                              const ValuesById& arguments) const {
  const Expression& expression = formula.expression;
  if (expression.operation == Operation::constant) return expression.value;
  const auto value_of = [&](const std::string& name) {
    const Value* value = find_value(arguments, name);
    if (value == nullptr) value = find_value(state.inner, name);
    return value == nullptr ? graph_.parameters.find(name) : value;
  };
  if (expression.operation == Operation::name) return mdf::evaluate(expression, value_of);
  return at_place(in_quotes(formula.text), [&] { return mdf::evaluate(expression, value_of); });
}

Value GraphRun::call(const FunctionUse& use, const State& state) {
  List positional;
  Dictionary arguments;
  ValuesById before;
  for (const Argument& argument : use.arguments) {
    const Value value = formula_value(argument.formula, state, before);
    before[argument.name] = value;
    if (argument.by_position) {
      positional.push_back(value);
    } else {
      arguments.set(argument.name, value);
    }
  }
  for (const std::string& name : use.implied) {
    if (const Value* value = find_value(state.inner, name)) arguments.set(name, *value);
  }
  return call_function(use.name, positional, arguments, {model_.onnx_opset, &random_});
}

void GraphRun::run_functions(const Node& node, State& state) {
  for (const size_t i : node.function_order) {
    const Function& function = node.functions[i];
    state.inner[function.id] = at_place(named("function", function.id), [&] {
      if (function.use) return call(*function.use, state);
      ValuesById arguments;
      for (const Argument& argument : function.arguments) {
        arguments[argument.name] = formula_value(argument.formula, state, arguments);
      }
      return formula_value(*function.value, state, arguments);
    });
  }
}

// What the parameter becomes before its conditions. A first value that could not be told before the
// functions ran is told now, or is the error that it mentions what has no value.
Value GraphRun::next_value(const Parameter& parameter, const State& state,
                           std::optional<double> dt) {
  if (parameter.value) return formula_value(*parameter.value, state);
  if (parameter.use) return call(*parameter.use, state);
  if (parameter.time_derivative && !dt) return first_value(parameter, state);
  const Value* before = find_value(state.inner, parameter.id);
  std::optional<Value> first;
  if (before == nullptr) before = &first.emplace(first_value(parameter, state));
  if (!parameter.time_derivative) return *before;
  const Value slope = formula_value(*parameter.time_derivative, state);
  return combined(Operation::add, *before,
                  combined(Operation::multiply, slope, Value::number(*dt)));
}

// The conditions' tests and values see the parameter as it was before.
void GraphRun::run_parameter(const Parameter& parameter, State& state, std::optional<double> dt) {
  Value current = next_value(parameter, state, dt);
  for (const ParameterCondition& condition : parameter.conditions) {
    at_place(named("condition", condition.id), [&] {
      current = choose(formula_value(condition.test, state), formula_value(condition.value, state),
                       current);
    });
  }
  state.inner[parameter.id] = std::move(current);
}

}  // namespace etalon::mdf
