#include "conformance/generate/graph_draft.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "conformance/generate/one_node.h"
#include "conformance/judge/open.h"
#include "engine/loader/loader.h"
#include "engine/loader/serialization.h"
#include "engine/operators/choice_scope.h"
#include "engine/operators/schema.h"

namespace etalon {

namespace {

constexpr size_t most_tame_elements = 4096;
constexpr double greatest_tame = 1000;
constexpr const char* functions_domain = "local";

void check_tame(const Tensor& tensor) {
  if (tensor.size() == 0) throw InvalidInput("a value is empty");
  if (tensor.size() > most_tame_elements) throw InvalidInput("a value is large");
  if (!is_float(tensor.dtype())) return;
  const Reals reals = tensor.as<double>();
  const bool tame = std::all_of(reals.begin(), reals.end(),
                                [](double x) { return std::abs(x) <= greatest_tame; });
  if (!tame) throw InvalidInput("a value is NaN or great");
}

void check_tame(const Value& value) {
  if (value.is_tensor()) check_tame(value.tensor());
  check_decided(value);
}

template <class Repeated>
void shorten(Repeated* items, int size) {
  items->DeleteSubrange(size, items->size() - size);
}

}  // namespace

GraphDraft::GraphDraft(Draw& draw, int opset, DType base, const Options& evaluation)
    : draw_(draw), opset_(opset), base_(base), evaluation_(evaluation) {
  graph_.set_name("graph");
}

GraphDraft::GraphDraft(GraphDraft& outer, Inner kind)
    : draw_(outer.draw_),
      outer_(&outer),
      function_(kind == Inner::function),
      opset_(outer.opset_),
      base_(outer.base_),
      evaluation_(outer.evaluation_) {
  graph_.set_name("body");
}

const Value* GraphDraft::value_of(const std::string& name) const {
  const auto found = values_.find(name);
  if (found != values_.end()) return &found->second;
  return outer_ != nullptr && !function_ ? outer_->value_of(name) : nullptr;
}

const Tensor& GraphDraft::tensor(const std::string& name) const {
  const Value* value = value_of(name);
  if (value == nullptr) throw InternalError("the graph has no value {}", name);
  return value->tensor();
}

std::string GraphDraft::fresh_name() { return fmt::format("v{}", root().named_++); }

void GraphDraft::keep(const std::string& name, Value value) {
  order_.push_back(name);
  values_[name] = std::move(value);
}

std::string GraphDraft::input(const Value& value) {
  if (inner()) return constant(value.tensor());
  return parameter(value);
}

std::string GraphDraft::parameter(const Value& example) {
  const std::string name = fresh_name();
  declare(name, example.type(), *graph_.add_input());
  keep(name, example);
  return name;
}

std::string GraphDraft::constant(const Tensor& value) {
  if (function_ || draw_.chance(0.15)) return add("Constant", {}, {{"value", value}});
  const std::string name = fresh_name();
  write_tensor(value, name, *graph_.add_initializer());
  keep(name, value);
  return name;
}

std::string GraphDraft::reals(const Shape& shape, double low, double high) {
  return constant(random_tensor(draw_, base_, shape, {low, high}));
}

std::string GraphDraft::scalar(double value) {
  return constant(Tensor::of(base_, scalar_array(value)));
}

std::string GraphDraft::integers(const Integers& values) { return constant(vector_of(values)); }

Values GraphDraft::evaluated(const onnx::NodeProto& node) const {
  onnx::GraphProto alone;
  Bindings bindings;
  alone.set_name("node");
  *alone.add_node() = node;
  for (const std::string& name : names_read(node)) {
    const Value* value = value_of(name);
    if (value == nullptr) continue;
    declare(name, value->type(), *alone.add_input());
    bindings[name] = *value;
  }
  for (const std::string& output : node.output()) alone.add_output()->set_name(output);
  onnx::ModelProto model = this->model({});
  *model.mutable_graph() = std::move(alone);
  const BoundModel bound = parse_model(model.SerializeAsString());
  const ChoiceScope scope(Recording::on);
  Options options;
  options.limits = evaluation_.limits;
  return evaluate(bound, bindings, options);
}

Names GraphDraft::add_node(onnx::NodeProto node, const Names& inputs, size_t outputs) {
  Names names;
  for (const std::string& input : inputs) node.add_input(input);
  for (size_t i = 0; i < outputs; ++i) names.push_back(fresh_name());
  for (const std::string& name : names) node.add_output(name);
  node.set_name(fmt::format("{}_{}", node.op_type(), names.at(0)));
  const Values values = evaluated(node);
  for (const Value& value : values) check_tame(value);
  *graph_.add_node() = std::move(node);
  for (size_t i = 0; i < outputs; ++i) keep(names[i], values.at(i));
  return names;
}

Names GraphDraft::add_all(const std::string& op, const Names& inputs,
                          const NodeAttributes& attributes, size_t outputs,
                          const std::string& domain) {
  onnx::NodeProto node;
  node.set_op_type(op);
  if (!domain.empty()) node.set_domain(domain);
  for (const auto& [name, value] : attributes) write_attribute(name, value, node);
  return add_node(std::move(node), inputs, outputs);
}

std::string GraphDraft::add_with(const std::string& op, Names inputs, size_t at,
                                 const std::string& name, const Integers& values,
                                 NodeAttributes attributes) {
  const Schema* schema = find_schema("", op, opset_);
  if (schema == nullptr) throw InvalidInput("there is no {} in opset {}", op, opset_);
  if (schema->attribute(name) != nullptr) {
    attributes.emplace_back(name, values);
  } else {
    inputs.resize(at);
    inputs.push_back(integers(values));
  }
  return add(op, inputs, attributes);
}

void GraphDraft::add_fitting(const std::function<bool(const Tensor&)>& fits, Names& names) const {
  if (outer_ != nullptr && !function_) outer_->add_fitting(fits, names);
  for (const std::string& name : order_) {
    const Value& value = values_.at(name);
    if (value.is_tensor() && fits(value.tensor())) names.push_back(name);
  }
}

std::string GraphDraft::find(const std::function<bool(const Tensor&)>& fits) {
  Names fitting;
  add_fitting(fits, fitting);
  if (fitting.empty()) return "";
  const size_t back = std::min(draw_.below(fitting.size()), draw_.below(fitting.size()));
  return fitting[fitting.size() - 1 - back];
}

std::string GraphDraft::some(size_t least, size_t most) {
  const std::string found = draw_.chance(0.1) ? "" : find([&](const Tensor& tensor) {
    return tensor.dtype() == base_ && tensor.rank() >= least && tensor.rank() <= most;
  });
  if (!found.empty()) return found;
  return input(random_tensor(draw_, base_, draw_.shape(least, most, Empty::never), {-3, 3}));
}

std::string GraphDraft::some_like(const Shape& shape) {
  const std::string found = draw_.chance(0.1) ? "" : find([&](const Tensor& tensor) {
    return tensor.dtype() == base_ && tensor.shape() == shape;
  });
  return found.empty() ? input(random_tensor(draw_, base_, shape, {-3, 3})) : found;
}

bool GraphDraft::miss(double probability) {
  const bool missed = draw_.chance(probability);
  if (missed) ++root().misses;
  return missed;
}

Names GraphDraft::made_since(size_t mark) const {
  std::set<std::string> made;
  for (const onnx::NodeProto& node : graph_.node()) {
    made.insert(node.output().begin(), node.output().end());
  }
  Names names;
  for (size_t i = mark; i < order_.size(); ++i) {
    if (made.contains(order_[i])) names.push_back(order_[i]);
  }
  return names;
}

Names GraphDraft::tensors() const {
  Names names;
  for (const auto& [name, value] : values_) {
    if (value.is_tensor()) names.push_back(name);
  }
  return names;
}

GraphDraft::Moment GraphDraft::moment() const {
  return {order_.size(),       graph_.node_size(), graph_.initializer_size(),
          graph_.input_size(), shown_.size(),      functions_.size()};
}

void GraphDraft::return_to(const Moment& moment) {
  while (order_.size() > moment.values) {
    values_.erase(order_.back());
    order_.pop_back();
  }
  shorten(graph_.mutable_node(), moment.nodes);
  shorten(graph_.mutable_initializer(), moment.initializers);
  shorten(graph_.mutable_input(), moment.inputs);
  shown_.resize(moment.shown);
  functions_.resize(moment.functions);
}

std::string GraphDraft::add_function(GraphDraft& body, const Names& inputs, const Names& outputs) {
  std::vector<onnx::FunctionProto>& functions = root().functions_;
  onnx::FunctionProto function;
  function.set_domain(functions_domain);
  function.set_name(fmt::format("F{}", functions.size()));
  for (const std::string& input : inputs) function.add_input(input);
  for (const std::string& output : outputs) function.add_output(output);
  *function.mutable_node() = body.graph_.node();
  function.add_opset_import()->set_version(opset_);
  import_opset(functions_domain, 1, function);
  functions.push_back(std::move(function));
  return functions.back().name();
}

onnx::GraphProto GraphDraft::graph_with(const Names& outputs) const {
  onnx::GraphProto graph = graph_;
  for (const std::string& name : outputs)
    declare(name, value_of(name)->type(), *graph.add_output());
  return graph;
}

std::map<std::string, size_t> GraphDraft::readers() const {
  std::map<std::string, size_t> count;
  for (const onnx::NodeProto& node : graph_.node()) {
    for (const std::string& name : names_read(node)) ++count[name];
  }
  return count;
}

onnx::ModelProto GraphDraft::model(const Names& outputs) const {
  const GraphDraft* outermost = this;
  while (outermost->outer_ != nullptr) outermost = outermost->outer_;
  onnx::ModelProto model;
  const bool functions = !outermost->functions_.empty();
  model.set_ir_version(std::max(fitting_ir_version(opset_), functions ? 8 : 0));
  model.set_producer_name("etalon");
  model.add_opset_import()->set_version(opset_);
  if (functions) {
    import_opset(functions_domain, 1, model);
    for (const onnx::FunctionProto& function : outermost->functions_) {
      *model.add_functions() = function;
    }
  }
  if (!outputs.empty()) *model.mutable_graph() = graph_with(outputs);
  return model;
}

CaseValues GraphDraft::inputs() const {
  CaseValues values;
  for (const onnx::ValueInfoProto& input : graph_.input()) {
    values.emplace_back(input.name(), values_.at(input.name()));
  }
  return values;
}

}  // namespace etalon
