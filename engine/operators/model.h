// A model: graphs, nodes, attributes, functions; no protobuf types. As read from its file, and
// bound: then each node knows its operator's schema and implementation.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/values/value.h"

namespace etalon {

struct Function;
struct Graph;
struct Registration;
struct Schema;

// Values equal those of AttributeProto.AttributeType.
enum class AttributeType {
  undefined = 0,
  real = 1,
  integer = 2,
  text = 3,
  tensor = 4,
  graph = 5,
  reals = 6,
  ints = 7,
  texts = 8,
  tensors = 9,
  graphs = 10,
  sparse_tensor = 11,
  sparse_tensors = 12,
  type = 13,
  types = 14,
};
// "float", "int", "string", "tensor", "graph", "floats", … as schemas write them.
std::string_view name(AttributeType type);

struct Attribute {
  std::string name;
  AttributeType type = AttributeType::undefined;
  // When not empty: inside a function, the value is that of the caller's attribute of this name.
  std::string ref_name;
  std::variant<std::monostate, float, int64_t, std::string, Tensor, std::shared_ptr<const Graph>,
               std::vector<float>, std::vector<int64_t>, std::vector<std::string>,
               std::vector<Tensor>, std::vector<std::shared_ptr<const Graph>>, SparseTensor,
               std::vector<SparseTensor>, Type, std::vector<Type>>
      value;
};
using Attributes = std::map<std::string, Attribute, std::less<>>;

struct Node {
  std::string name;
  std::string op_type;
  std::string domain;  // "" for ai.onnx
  std::string overload;
  std::vector<std::string> inputs;   // "" where an optional input is left out
  std::vector<std::string> outputs;  // "" where an output is not wanted
  Attributes attributes;

  // What binding adds (engine/loader/bind.h), beside the defaults of attributes that are not given.
  const Schema* schema = nullptr;  // of the operator's version; nullptr where none is known
  const Registration* implementation = nullptr;  // of that version; nullptr where there is none
  const Function* function = nullptr;            // that the node calls in place of an operator
  int64_t opset = 0;        // of its domain, where it stands; 0 when that is not imported
  bool any_number = false;  // type variables admit every numeric tensor
  std::string label;        // label_of(node)
};

// How a node is called in messages: "Conv-11 'conv1'", or "Conv-11 (output 'y')" without a name. A
// node without a schema goes by its domain and op_type.
std::string label_of(const Node& node);

struct ValueInfo {
  std::string name;
  Type type;
};

struct Graph {
  std::string name;
  std::vector<ValueInfo> inputs;
  std::vector<ValueInfo> outputs;
  std::vector<ValueInfo> value_info;
  std::map<std::string, Value, std::less<>> initializers;  // dense and sparse (as SparseTensor)
  std::vector<Node> nodes;                                 // topologically sorted

  // What binding adds.
  // Names that this graph and the graphs inside it read from outside, sorted.
  std::vector<std::string> captured;
  // last_use[i]: the names of values that no node after node i, and no output, reads.
  std::vector<std::vector<std::string>> last_use;
};

using Opsets = std::map<std::string, int64_t, std::less<>>;  // domain ("" for ai.onnx) → version

struct Function {
  std::string domain;
  std::string name;
  std::string overload;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  std::vector<std::string> attributes;  // without default: those the caller may give
  Attributes defaults;                  // with default
  Opsets opsets;
  Graph body;  // inputs and outputs without types
};

struct TrainingInfo {
  Graph initialization;
  Graph algorithm;
  std::vector<std::pair<std::string, std::string>> initialization_binding;
  std::vector<std::pair<std::string, std::string>> update_binding;
};

struct Model {
  int64_t ir_version = 0;
  std::string producer;
  Opsets opsets;  // {"": 1} when the file imports none
  Graph graph;
  std::vector<Function> functions;  // sorted by domain, name, overload
  std::vector<TrainingInfo> training;

  // nullptr when the model has no such function. Domains "" and "ai.onnx" are the same.
  const Function* function(std::string_view domain, std::string_view name,
                           std::string_view overload) const;
};

// A model whose nodes are bound; made by bind(). Its nodes point to its functions, so it is moved
// and never copied.
struct BoundModel : Model {
  explicit BoundModel(Model model) : Model(std::move(model)) {}
  BoundModel(BoundModel&&) = default;
  BoundModel& operator=(BoundModel&&) = default;
  BoundModel(const BoundModel&) = delete;
  BoundModel& operator=(const BoundModel&) = delete;
};

// Calls visit(graph) for each graph among the node's attributes.
template <class Visit>
void each_subgraph(const Node& node, Visit visit) {
  for (const auto& [_, attribute] : node.attributes) {
    if (const auto* one = std::get_if<std::shared_ptr<const Graph>>(&attribute.value)) {
      visit(**one);
    } else if (const auto* many =
                   std::get_if<std::vector<std::shared_ptr<const Graph>>>(&attribute.value)) {
      for (const std::shared_ptr<const Graph>& graph : *many) visit(*graph);
    }
  }
}

}  // namespace etalon
