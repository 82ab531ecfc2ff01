// Models made of parts of another: with more outputs, or of one of its nodes.
#pragma once

#include <string>
#include <vector>

#include "conformance/generate/case_files.h"
#include "onnx.pb.h"

namespace etalon {

// The serialized model with these values of its graph as further outputs, after its own.
std::string with_outputs(const onnx::ModelProto& model, const CaseValues& values);

// One node of a model's graph as a model: functions and opsets as there; what the node reads, its
// subgraphs included, is an initializer where it is one there, else an input.
struct OneNodeModel {
  std::string model;  // serialized
  CaseValues inputs;
  CaseValues outputs;  // as `values` has them
};

// `values` holds every value of the graph by name, inputs included; `captured` are the names that
// the node's subgraphs read.
OneNodeModel one_node_model(const onnx::ModelProto& model, int node, const Bindings& values,
                            const std::vector<std::string>& captured);

}  // namespace etalon
