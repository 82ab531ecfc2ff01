#include "ops/ai.onnx.preview.training/training/sub_graph.h"

#include <map>
#include <set>

namespace etalon {
namespace {

// Narrower floats as float64, everything else as it is.
Value widened(const Value& value) {
  if (!value.is_tensor() || !is_float(value.tensor().dtype())) return value;
  return Tensor::of(DType::float64, value.tensor().as<double>());
}

Graph widened(const Graph& graph);

// The node with its float constants, its target types and its sub-graphs made float64, and without
// declared types.
Node widened(Node node) {
  node.declared.clear();
  for (auto& [name, attribute] : node.attributes) {
    if (Tensor* tensor = std::get_if<Tensor>(&attribute.value)) {
      attribute.value = widened(Value(*tensor)).tensor();
    } else if (const auto* body = std::get_if<std::shared_ptr<const Graph>>(&attribute.value)) {
      attribute.value = std::make_shared<const Graph>(widened(**body));
    } else if (int64_t* type = std::get_if<int64_t>(&attribute.value)) {
      const bool names_type = (node.op_type == "Cast" && name == "to") || name == "dtype";
      if (names_type && is_float(static_cast<DType>(*type))) *type = int64_t(DType::float64);
    }
  }
  if (node.op_type != "Constant") return node;
  if (const auto it = node.attributes.find("value_float"); it != node.attributes.end()) {
    const double value = std::get<float>(it->second.value);
    node.attributes = {
        {"value", {"value", AttributeType::tensor, "", scalar(DType::float64, value)}}};
  }
  return node;
}

Graph widened(const Graph& graph) {
  Graph wide = graph;
  for (Node& node : wide.nodes) node = widened(std::move(node));
  for (auto& [name, value] : wide.initializers) value = widened(value);
  for (auto* infos : {&wide.inputs, &wide.outputs}) {
    for (ValueInfo& info : *infos) info.type = {};
  }
  return wide;
}

// The names that a node reads, in its sub-graphs too.
std::set<std::string> read_by(const Node& node) {
  std::set<std::string> names(node.inputs.begin(), node.inputs.end());
  for (const auto& [name, attribute] : node.attributes) {
    const auto* body = std::get_if<std::shared_ptr<const Graph>>(&attribute.value);
    if (body) names.insert((*body)->captured.begin(), (*body)->captured.end());
  }
  if (node.op_type == "Gradient") {
    names.insert(std::get<std::string>(node.attributes.at("y").value));
  }
  names.erase("");
  return names;
}

// The nodes that lead from the variables to y, and the other values they read.
struct Slice {
  std::vector<Node> nodes;
  std::vector<std::string> read;
};

Slice slice_of(const Graph& graph, const std::vector<std::string>& variables,
               const std::string& y) {
  const std::set<std::string> given(variables.begin(), variables.end());
  std::set<std::string> needed{y};
  const auto is_needed = [&](const std::string& name) {
    return needed.contains(name) && !given.contains(name);
  };
  Slice slice;
  for (size_t i = graph.nodes.size(); i-- > 0;) {
    const Node& node = graph.nodes[i];
    if (std::ranges::none_of(node.outputs, is_needed)) continue;
    slice.nodes.insert(slice.nodes.begin(), node);
    for (const std::string& output : node.outputs) needed.erase(output);
    needed.merge(read_by(node));
  }
  std::ranges::copy_if(needed, std::back_inserter(slice.read), is_needed);
  return slice;
}

}  // namespace

void require_independent(const Graph& graph, const std::vector<std::string>& variables) {
  std::map<std::string, std::string> variable_of;  // a variable that each name is, or is made from
  for (const std::string& name : variables) variable_of[name] = name;
  for (const Node& node : graph.nodes) {
    for (const std::string& read : read_by(node)) {
      const auto found = variable_of.find(read);
      if (found == variable_of.end()) continue;
      for (const std::string& output : node.outputs) {
        if (std::find(variables.begin(), variables.end(), output) == variables.end()) {
          variable_of.emplace(output, found->second);
          continue;
        }
        throw InvalidInput("xs and zs contain '{}', which is computed from their '{}'", output,
                           found->second);
      }
    }
  }
}

Function64::Function64(const Call& call, const std::vector<std::string>& variables,
                       const std::string& y)
    : call_(call), values_(call.variadic_values("Inputs")) {
  const Slice slice = slice_of(call.graph(), variables, y);
  Graph around;
  for (const std::string& name : slice.read) around.outputs.push_back({name, {}});
  const Values read = call.evaluable(around)({});
  values_.insert(values_.end(), read.begin(), read.end());
  for (Value& value : values_) value = widened(value);
  for (const std::string& name : variables) graph_.inputs.push_back({name, {}});
  for (const std::string& name : slice.read) graph_.inputs.push_back({name, {}});
  graph_.nodes = slice.nodes;
  graph_ = widened(graph_);
  graph_.outputs.push_back({y, {}});
}

double Function64::operator()(size_t variable, const Reals& x) const {
  Values values = values_;
  values[variable] = Tensor::of(DType::float64, x);
  const Reals y = call_.evaluable(graph_)(values)[0].tensor().as<double>();
  return sum_over(y, all_axes(y.dimension()))();
}

}  // namespace etalon
