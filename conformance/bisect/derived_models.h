// Models derived from another model: with more outputs, or with one or some of its nodes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conformance/generate/case_files.h"
#include "conformance/judge/runtime.h"
#include "onnx.pb.h"

namespace etalon {

// Of models: before, each initializer is also an input.
inline constexpr int least_ir_of_pure_initializers = 4;

// The serialized model with these values of its graph as additional outputs, after its own.
std::string with_outputs(const onnx::ModelProto& model, const CaseValues& values);

// A node that a graph or function is in.
struct Enclosing {
  std::string node;                 // "Loop-16 'loop'"
  size_t position = 0;              // in its own graph
  std::string body;                 // the attribute, "then_branch"; empty for a function
  std::optional<size_t> iteration;  // from 0; of the body of a Loop, Scan or SequenceMap
};
// "Loop-16 'loop', iteration 3, body node If-16 'if', then_branch node ": before the node's label.
std::string to_string(const std::vector<Enclosing>& nodes);

bool is_if(const onnx::NodeProto& node);

// A model with branches in place of its Ifs, and for each of its nodes, where that stands.
struct Unbranched {
  struct Place {
    std::vector<Enclosing> inside;  // the Ifs, the outermost first
    size_t position = 0;
  };
  onnx::ModelProto model;
  std::vector<Place> places;
};

// The model with the branch that these inputs take in place of each If of its graph, and of each If
// in such a branch, but for those that give sequences or optionals which the opset's Identity does
// not take. Throws what the evaluation throws.
Unbranched with_branches(onnx::ModelProto model, const Bindings& inputs, const Options& options);

// Copies the initializer of this name; false when there is none.
bool copy_initializer(const onnx::GraphProto& from, const std::string& name, onnx::GraphProto& to);

// All values of a graph that its nodes give and that are tensors but not its outputs, in order;
// `values` has them by name.
CaseValues inner_values(const Graph& graph, const Bindings& values);

// The runtime's value of a Constant within a graph. A runtime may keep a constant in another type
// of numbers, as int32 for int64, as long as what reads it is right: the numbers in the type that
// the model has. Other values stay as they are.
Value in_declared_type(const Value& got, const Value& expected);
bool is_constant(const onnx::NodeProto& node);

// A runtime's outputs by name for the model with `more` as additional outputs, those of Constants
// in their declared types; nothing when it does not run that model.
std::optional<Bindings> values_of_runtime(Runtime& runtime, const onnx::ModelProto& model,
                                          const Bindings& inputs, const CaseValues& more);

// One node of a model's graph as a model with the same functions and opsets. The values that the
// node and its subgraphs read are initializers if they are initializers of the graph, else inputs.
struct OneNodeModel {
  std::string model;  // serialized
  CaseValues inputs;
  CaseValues outputs;  // the node's outputs, taken from `values`
};

// `values` contains the values of the graph by name, inputs included; `captured` are the names that
// the node's subgraphs read. The outputs are those that `values` has.
OneNodeModel one_node_model(const onnx::ModelProto& model, int node, const Bindings& values,
                            const std::vector<std::string>& captured);

// The same for several nodes without subgraphs, in the order of the graph, and for these outputs.
OneNodeModel group_model(const onnx::ModelProto& model, const std::vector<size_t>& nodes,
                         const Bindings& values, const std::vector<std::string>& outputs);

}  // namespace etalon
