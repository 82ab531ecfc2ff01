// MDF models (ModECI Model Description Format): graphs of nodes that compute step by step, from a
// JSON or YAML file.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/mdf/document.h"
#include "conformance/mdf/expression.h"
#include "conformance/mdf/scheduler.h"
#include "engine/mdf/function.h"
#include "engine/mdf/value.h"

namespace etalon::mdf {

// What a model writes for a value: a string is an expression, anything else stands for itself. A
// string that is a word of the language ("constant", or the name of one of Python's functions such
// as "sum") and not the id of something is a text.
struct Formula {
  std::string text;  // of a string, as written, for messages
  Expression expression;
};

// One of a function's args. Its formula may mention the args before it, which hide the node's
// names.
struct Argument {
  std::string name;  // empty for one of several inputs in a list
  Formula formula;
  bool by_position = false;  // its place among the inputs counts, not its name
};

// A standard function and what it is given: the args, in the model's order; then those of the
// node's ports, parameters and earlier functions that have the id of another argument (`implied`;
// none of ACT-R's). ACT-R's args go by position. So do the inputs of an onnx:: function whose first
// input is variadic; each item of a list of ids, "[a, b]" or "['a', 'b']", is an input of its own.
struct FunctionUse {
  std::string name;
  std::vector<Argument> arguments;
  std::vector<std::string> implied;
};

struct InputPort {
  std::string id;
  Value initial;  // default_value; else zeros of its shape, int64 unless its type is a float
  enum class Reduce { overwrite, add, multiply };
  Reduce reduce = Reduce::overwrite;  // what several edges into it do
  // The model gives a default_value. Then the first evaluation of a graph reads that, and no edge
  // into the port; such an edge does not order the nodes, so it may close a cycle.
  bool has_default = false;
};

struct Function {
  std::string id;
  std::optional<FunctionUse> use;
  std::optional<Formula> value;  // over the node's names and the arguments'; when there is no `use`
  std::vector<Argument> arguments;  // of `value`
};

struct ParameterCondition {
  std::string id;
  Formula test;
  Formula value;
};

// A parameter is stateful when it has a time_derivative, a default_initial_value, or a value that
// mentions the parameter itself.
struct Parameter {
  std::string id;
  std::optional<Formula> value;
  std::optional<Formula> default_initial_value;
  std::optional<Formula> time_derivative;
  std::optional<FunctionUse> use;
  std::vector<ParameterCondition> conditions;
  bool stateful = false;
};

struct OutputPort {
  std::string id;
  Formula value;
};

struct Node {
  std::string id;
  std::vector<InputPort> inputs;
  std::vector<Function> functions;  // in the model's order
  std::vector<Parameter> parameters;
  std::vector<OutputPort> outputs;
  std::vector<size_t> function_order;  // each after those that it mentions
};

struct PortEdge : Edge {
  std::string id;
  size_t sender_port, receiver_port;  // among the sender's outputs, the receiver's inputs
  std::optional<Value> weight;
};

struct Graph {
  std::string id;
  std::vector<Node> nodes;
  std::vector<PortEdge> edges;
  Dictionary parameters;  // names that every node sees
  Schedule schedule;
};

struct Model {
  std::string id;
  std::string format;
  int64_t onnx_opset = default_onnx_opset;
  std::vector<Graph> graphs;
};

// Input ports that several edges write and that keep one value: the last edge in the model's order
// counts. For each such port, its edges in that order.
struct OverwrittenPort {
  size_t node, port;
  std::vector<size_t> edges;
};
std::vector<OverwrittenPort> overwritten_ports(const Graph& graph);

// Reads a .json, .yaml or .yml file. Throws InvalidModel, naming node and text, for what the format
// does not have; Unsupported for what Etalon does not do; LimitExceeded for hostile files.
Model load_model(const std::filesystem::path& file, const DocumentLimits& limits = {});
// The model in a document that has been read.
Model model_from(const nlohmann::ordered_json& document);

}  // namespace etalon::mdf
