// A model: graphs, nodes, attributes, functions; no protobuf types. After binding, each node also
// has its operator's schema and implementation.
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
  using Content = std::variant<std::monostate, float, int64_t, std::string, Tensor,
                               std::shared_ptr<const Graph>, std::vector<float>,
                               std::vector<int64_t>, std::vector<std::string>, std::vector<Tensor>,
                               std::vector<std::shared_ptr<const Graph>>, SparseTensor,
                               std::vector<SparseTensor>, Type, std::vector<Type>>;

  Attribute();
  Attribute(std::string name, AttributeType type, std::string ref_name, Content value);
  ~Attribute();
  Attribute(const Attribute&);
  Attribute(Attribute&&) noexcept;
  Attribute& operator=(const Attribute&);
  Attribute& operator=(Attribute&&) noexcept;

  std::string name;
  AttributeType type = AttributeType::undefined;
  // If not empty: the name of the caller's attribute that gives the value, inside a function.
  std::string ref_name;
  Content value;
};
using Attributes = std::map<std::string, Attribute, std::less<>>;

struct Node {
  std::string name;
  std::string op_type;
  std::string domain;  // "" for ai.onnx
  std::string overload;
  std::vector<std::string> inputs;   // "" where an optional input is left out
  std::vector<std::string> outputs;  // "" where an output is left out
  Attributes attributes;

  // What binding adds (engine/loader/bind.h), in addition to the defaults of attributes not given.
  const Schema* schema = nullptr;                // of the operator's version; nullptr if none
  const Registration* implementation = nullptr;  // of that version; nullptr if none
  const Function* function = nullptr;            // called instead of an operator; nullptr if none
  int64_t opset = 0;        // that its model or function imports for its domain; 0 if none
  bool any_number = false;  // type variables accept every numeric tensor
  // The type that the graph declares for each output (value_info or graph output); nullptr if none.
  // Outside functions only: a function's body has no types of its own.
  std::vector<const Type*> declared;
};

// The name of a node in messages: "Conv-11 'conv1'", or "Conv-11 (output 'y')" if it has no name. A
// node without a schema is identified by its domain and op_type.
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
  // last_use[i]: the names of values that no later node and no graph output reads; of all nodes but
  // the last.
  std::vector<std::vector<std::string>> last_use;
};

using Opsets = std::map<std::string, int64_t, std::less<>>;  // domain ("" for ai.onnx) → version

struct Function {
  std::string domain;
  std::string name;
  std::string overload;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  std::vector<std::string> attributes;  // those without a default
  Attributes defaults;                  // those with a default
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
  MemoryCharge memory;  // of everything above but the tensors, which are charged by themselves

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

// True for a call of a function and for a node with graphs among its attributes: nodes inside them
// compute its outputs.
inline bool holds_nodes(const Node& node) {
  bool any = node.function != nullptr;
  each_subgraph(node, [&](const Graph&) { any = true; });
  return any;
}

}  // namespace etalon
