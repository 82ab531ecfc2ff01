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

#include "engine/mdf/expression.h"
#include "engine/mdf/function.h"
#include "engine/mdf/scheduler.h"
#include "engine/mdf/value.h"

namespace etalon::mdf {

// What a model writes for a value: a string is an expression, anything else stands for itself.
struct Formula {
  std::string text;  // as written, for messages
  Expression expression;
};

// A standard function and what it is given: the args by name, in the model's order; then those of
// the node's ports, parameters and earlier functions that have the id of another argument
// (`implied`; none of ACT-R's).
struct FunctionUse {
  std::string name;
  std::vector<std::pair<std::string, Formula>> arguments;
  std::vector<std::string> implied;
  bool by_position = false;  // ACT-R's: the order of the arguments counts, not their names
};

struct InputPort {
  std::string id;
  Value initial;  // default_value; else zeros of its shape, int64 unless its type is a float
  enum class Reduce { overwrite, add, multiply };
  Reduce reduce = Reduce::overwrite;  // what several edges into it do
};

struct Function {
  std::string id;
  std::optional<FunctionUse> use;
  std::optional<Formula> value;  // over the node's names and the arguments'; when there is no `use`
  std::vector<std::pair<std::string, Formula>> arguments;  // of `value`
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

// Reads a .json, .yaml or .yml file. Throws InvalidModel, naming node and text, for what the format
// does not have; Unsupported for what Etalon does not do; LimitExceeded for hostile files.
Model load_model(const std::filesystem::path& file);
// The same of a document read already.
Model model_from(const nlohmann::ordered_json& document);

}  // namespace etalon::mdf
