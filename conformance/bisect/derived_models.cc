#include "conformance/bisect/derived_models.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "conformance/generate/attributes.h"
#include "conformance/generate/one_node.h"
#include "engine/loader/loader.h"
#include "engine/operators/schema.h"

namespace etalon {

namespace {

void copy_declaration(const onnx::GraphProto& from, const std::string& name, onnx::GraphProto& to) {
  for (const onnx::ValueInfoProto& input : from.input()) {
    if (input.name() == name) *to.add_input() = input;
  }
}

// The names of all values that the nodes read and do not make themselves, each once, in order.
std::vector<std::string> names_read(const onnx::GraphProto& graph,
                                    const std::vector<std::string>& captured) {
  std::vector<std::string> names;
  std::set<std::string> seen = {""};
  const auto add = [&](const std::string& name) {
    if (seen.insert(name).second) names.push_back(name);
  };
  for (const onnx::NodeProto& node : graph.node()) {
    std::for_each(node.input().begin(), node.input().end(), add);
    seen.insert(node.output().begin(), node.output().end());
  }
  std::for_each(captured.begin(), captured.end(), add);
  return names;
}

}  // namespace

bool copy_initializer(const onnx::GraphProto& from, const std::string& name, onnx::GraphProto& to) {
  for (const onnx::TensorProto& initializer : from.initializer()) {
    if (initializer.name() != name) continue;
    *to.add_initializer() = initializer;
    return true;
  }
  for (const onnx::SparseTensorProto& initializer : from.sparse_initializer()) {
    if (initializer.values().name() != name) continue;
    *to.add_sparse_initializer() = initializer;
    return true;
  }
  return false;
}

std::string to_string(const std::vector<Enclosing>& nodes) {
  std::string text;
  for (const Enclosing& each : nodes) {
    if (each.iteration) {
      text += fmt::format("{}, iteration {}, {} node ", each.node, *each.iteration, each.body);
    } else {
      text += fmt::format("{}, {} node ", each.node, each.body.empty() ? "body" : each.body);
    }
  }
  return text;
}

bool is_if(const onnx::NodeProto& node) {
  return node.op_type() == "If" && canonical_domain(node.domain()).empty();
}

std::string with_outputs(const onnx::ModelProto& model, const CaseValues& values) {
  onnx::ModelProto exposed = model;
  for (const auto& [name, value] : values) {
    declare(name, value.type(), *exposed.mutable_graph()->add_output());
  }
  return exposed.SerializeAsString();
}

namespace {

// Puts the branch of an If in its place; an Identity gives each of its outputs.
void add_branch(const onnx::NodeProto& node, const onnx::GraphProto& branch,
                onnx::GraphProto& graph) {
  graph.mutable_initializer()->MergeFrom(branch.initializer());
  graph.mutable_sparse_initializer()->MergeFrom(branch.sparse_initializer());
  graph.mutable_node()->MergeFrom(branch.node());
  for (int i = 0; i < std::min(node.output_size(), branch.output_size()); ++i) {
    if (node.output(i).empty()) continue;
    onnx::NodeProto& identity = *graph.add_node();
    identity.set_op_type("Identity");
    identity.add_input(branch.output(i).name());
    identity.add_output(node.output(i));
  }
}

// The attribute with the branch that an If takes.
const onnx::AttributeProto& branch_of(const onnx::NodeProto& node, bool condition) {
  const std::string wanted = condition ? "then_branch" : "else_branch";
  if (const onnx::AttributeProto* branch = find_attribute(node, wanted)) return *branch;
  throw InvalidModel("{} has no {}", node.name(), wanted);
}

// Identity takes sequences from version 14 on, and optionals from 16 on.
bool an_identity_gives(const Values& outputs, const Node& node) {
  constexpr int64_t first_for_all = 16;
  return node.opset >= first_for_all ||
         std::all_of(outputs.begin(), outputs.end(),
                     [](const Value& value) { return value.is_tensor() || value.absent(); });
}

// An If that was evaluated.
struct Taken {
  std::string label;
  bool condition = false;
};

// Of a node, by its outputs.
template <class Names>
std::string key_of(const Names& outputs) {
  return fmt::format("{}", fmt::join(outputs, "\n"));
}

// Puts the branches in place of the Ifs of the graph itself.
Unbranched one_level(const Unbranched& given, const std::map<std::string, Taken>& ifs) {
  Unbranched result{given.model, {}};
  onnx::GraphProto& graph = *result.model.mutable_graph();
  graph.clear_node();
  for (int k = 0; k < given.model.graph().node_size(); ++k) {
    const onnx::NodeProto& node = given.model.graph().node(k);
    const Unbranched::Place& own = given.places[static_cast<size_t>(k)];
    const auto found = ifs.find(key_of(node.output()));
    if (!is_if(node) || found == ifs.end()) {
      *graph.add_node() = node;
      result.places.push_back(own);
      continue;
    }
    const Taken& taken = found->second;
    const onnx::AttributeProto& branch = branch_of(node, taken.condition);
    Unbranched::Place place{own.inside, 0};
    place.inside.push_back({taken.label, own.position, branch.name(), std::nullopt});
    add_branch(node, branch.g(), graph);
    for (; place.position < static_cast<size_t>(branch.g().node_size()); ++place.position) {
      result.places.push_back(place);
    }
    result.places.resize(static_cast<size_t>(graph.node_size()), own);
  }
  return result;
}

}  // namespace

Unbranched with_branches(onnx::ModelProto model, const Bindings& inputs, const Options& options) {
  Unbranched result{std::move(model), {}};
  const auto any_if = [&] {
    const auto& nodes = result.model.graph().node();
    return std::any_of(nodes.begin(), nodes.end(), is_if);
  };
  std::map<std::string, Taken> ifs;
  Options keeping = options;
  keeping.on_node = [&](const Node& node, const Values& given, const Values& outputs) {
    if (node.op_type != "If" || !node.domain.empty() || !an_identity_gives(outputs, node)) return;
    ifs[key_of(node.outputs)] = {label_of(node), given[0].tensor().item<bool>()};
  };
  const auto count = static_cast<size_t>(result.model.graph().node_size());
  for (size_t k = 0; k < count; ++k) result.places.push_back({{}, k});
  while (any_if()) {
    ifs.clear();
    evaluate(parse_model(result.model.SerializeAsString()), inputs, keeping);
    if (ifs.empty()) break;
    result = one_level(result, ifs);
  }
  return result;
}

CaseValues inner_values(const Graph& graph, const Bindings& values) {
  CaseValues inner;
  for (const Node& node : graph.nodes) {
    for (const std::string& name : node.outputs) {
      const auto value = values.find(name);
      if (value == values.end() || !value->second.is_tensor()) continue;
      const auto is_it = [&](const ValueInfo& output) { return output.name == name; };
      if (std::none_of(graph.outputs.begin(), graph.outputs.end(), is_it)) {
        inner.emplace_back(*value);
      }
    }
  }
  return inner;
}

namespace {

// Whether all of them are integers that a double holds with those beside them.
bool are_integers(const Reals& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double number) {
    return std::fabs(number) < 0x1p53 && number == std::trunc(number);
  });
}

}  // namespace

Value in_declared_type(const Value& got, const Value& expected) {
  if (!got.is_tensor() || !expected.is_tensor()) return got;
  const DType from = got.tensor().dtype(), to = expected.tensor().dtype();
  const auto is_number = [](DType type) { return is_float(type) || is_integer(type); };
  if (from == to || !is_number(from) || !is_number(to)) return got;
  if (is_float(from) && !is_float(to) && !are_integers(got.tensor().as<double>())) return got;
  return numeric(from, [&]<class A>() {
    return numeric(to, [&]<class B>() -> Value {
      return Tensor::of(to, Array<B>(xt::cast<B>(got.tensor().as<A>())));
    });
  });
}

bool is_constant(const onnx::NodeProto& node) {
  return node.op_type() == "Constant" && canonical_domain(node.domain()).empty();
}

std::optional<Bindings> values_of_runtime(Runtime& runtime, const onnx::ModelProto& model,
                                          const Bindings& inputs, const CaseValues& more) {
  const std::string bytes = with_outputs(model, more);
  const BoundModel bound = parse_model(bytes);
  const RuntimeAnswer answer = runtime.run(bytes, bound, inputs);
  if (answer.status != Status::pass) return std::nullopt;
  Bindings got;
  for (size_t i = 0; i < answer.outputs.size(); ++i) {
    got[bound.graph.outputs[i].name] = answer.outputs[i];
  }
  for (const onnx::NodeProto& node : model.graph().node()) {
    if (!is_constant(node)) continue;
    for (const auto& [name, value] : more) {
      if (name == node.output(0)) got[name] = in_declared_type(got.at(name), value);
    }
  }
  return got;
}

namespace {

OneNodeModel part_of(const onnx::ModelProto& model, const std::vector<size_t>& nodes,
                     const Bindings& values, const std::vector<std::string>& captured,
                     const std::vector<std::string>& outputs) {
  const onnx::GraphProto& whole = model.graph();
  onnx::ModelProto part = model;
  part.clear_graph();
  part.clear_training_info();
  onnx::GraphProto& graph = *part.mutable_graph();
  graph.set_name(nodes.size() == 1 ? "one_node" : "group");
  for (const size_t node : nodes) *graph.add_node() = whole.node(static_cast<int>(node));
  OneNodeModel result;
  for (const std::string& name : names_read(graph, captured)) {
    if (copy_initializer(whole, name, graph)) {
      if (model.ir_version() < least_ir_of_pure_initializers) copy_declaration(whole, name, graph);
      continue;
    }
    const auto value = values.find(name);
    if (value == values.end() || value->second.absent()) continue;
    declare(name, value->second.type(), *graph.add_input());
    result.inputs.emplace_back(name, value->second);
  }
  for (const std::string& name : outputs) {
    const auto value = values.find(name);
    if (name.empty() || value == values.end() || value->second.absent()) continue;
    declare(name, value->second.type(), *graph.add_output());
    result.outputs.emplace_back(name, value->second);
  }
  result.model = part.SerializeAsString();
  return result;
}

}  // namespace

OneNodeModel one_node_model(const onnx::ModelProto& model, int node, const Bindings& values,
                            const std::vector<std::string>& captured) {
  const auto& outputs = model.graph().node(node).output();
  return part_of(model, {static_cast<size_t>(node)}, values, captured,
                 {outputs.begin(), outputs.end()});
}

OneNodeModel group_model(const onnx::ModelProto& model, const std::vector<size_t>& nodes,
                         const Bindings& values, const std::vector<std::string>& outputs) {
  return part_of(model, nodes, values, {}, outputs);
}

}  // namespace etalon
