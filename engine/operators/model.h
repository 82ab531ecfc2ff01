// A model as read from its file: graphs, nodes, attributes, functions; no protobuf types.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/values/value.h"

namespace etalon {

struct Graph;

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
};

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
  // Names that this graph and the graphs inside it read from outside; filled by the loader.
  std::vector<std::string> captured;
  // last_use[i]: the names of values that no node after node i, and no output, reads; filled by
  // the loader.
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

// Reads and checks a model: the format, names, order, types, functions, nesting, and each node
// against the schema of its operator's version. External data is read beneath the model's own
// folder only. Throws InvalidModel (one sentence naming the node, tensor or field), LimitExceeded,
// or Unsupported for an operator version that Etalon's schemas do not know.
Model load_model(const std::filesystem::path& file);
// The same from bytes; external data is refused unless `folder` says where it lies.
Model parse_model(std::string_view bytes, const std::filesystem::path& folder = {});

}  // namespace etalon
