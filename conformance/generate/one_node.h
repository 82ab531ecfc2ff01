// Models of one node with all declarations that ONNX's checker requires of a case.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "conformance/generate/case_files.h"
#include "engine/interpreter/interpreter.h"
#include "engine/operators/schema.h"
#include "engine/values/value.h"
#include "onnx.pb.h"

namespace etalon {

// The IR version of the first release of ONNX with this opset of ai.onnx.
int fitting_ir_version(int64_t opset);

// The opset of ai.onnx to import together with an opset of a domain: the one that its schema file
// names, or else the newest.
int64_t companion_opset(const std::string& domain, int64_t opset);

// The opset of the domain that the model imports; 0 if it does not.
int64_t imported_opset(const onnx::ModelProto& model, const std::string& domain);

// Adds the import of a domain's opset to a model or function.
template <class Proto>
void import_opset(const std::string& domain, int64_t opset, Proto& proto) {
  onnx::OperatorSetIdProto& imported = *proto.add_opset_import();
  imported.set_domain(domain);
  imported.set_version(opset);
}

// Writes a name and a type with its shape into a declaration.
void declare(const std::string& name, const Type& type, onnx::ValueInfoProto& info);

// The type without the shape of a tensor.
inline Type without_shape(Type type) {
  type.shape.reset();
  return type;
}

// A call of an operator; an absent input and an output named "" are left out.
struct NodeCall {
  onnx::NodeProto node;
  int64_t opset = 0;  // of the node's domain
  Values inputs;
};

// The schema's name of an input: "X", or "data_0", "data_1", … of a variadic one.
std::string input_name(const Schema& schema, size_t input);

// Calls change(node) for each node, also of the graphs inside.
template <class Nodes, class Change>
void each_node(Nodes& nodes, const Change& change) {
  for (onnx::NodeProto& node : nodes) {
    change(node);
    for (onnx::AttributeProto& attribute : *node.mutable_attribute()) {
      if (attribute.has_g()) each_node(*attribute.mutable_g()->mutable_node(), change);
    }
  }
}

// The names that the node reads, and all that nodes of the graphs inside it read or that these
// give: more than it takes from outside.
std::set<std::string> names_read(const onnx::NodeProto& node);

// Adds names for the inputs and the first `outputs` outputs to the node: the schema's, where one
// that is also an input's is followed by _out; input_0, …, output_0, … where there is no schema.
void name_values(NodeCall& call, size_t outputs);

// Evaluates the call and returns it as a case. Throws what the evaluation throws. With
// `allow_unspecified`, a call with unspecified outputs gives a case without outputs, whose model
// declares their types but not their shapes.
CaseFiles node_case(const NodeCall& call, bool allow_unspecified, const Options& evaluation = {});
// The same, where the specification decides every element of the outputs. Throws Unspecified, with
// the open points, where it does not.
CaseFiles decided_case(const NodeCall& call, const Options& evaluation);
// Throws Unspecified if an element of the case's outputs is open.
void check_decided(const CaseFiles& files);
// The outputs of the call, or of a case's first data set by its model. Each throws what the
// evaluation throws.
Values call_outputs(const NodeCall& call, const Options& evaluation);
Values case_outputs(const CaseFiles& files, const Options& evaluation);
// The evaluation with less memory and work, for calls that may ask for huge sizes.
Options limited(Options evaluation);
// The call as a case that expects Etalon's refusal of it.
CaseFiles refused_case(const NodeCall& call, const Error& refusal);
// The call that a case of one node and one data set is made of; nothing for another case.
std::optional<NodeCall> call_of(const CaseFiles& files);

}  // namespace etalon
