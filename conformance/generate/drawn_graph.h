// Builds a random graph for an attribute of a drafted call: elementwise nodes on float32 or
// float64, which all versions of these operators support.
#pragma once

#include <string>
#include <vector>

#include "conformance/generate/drafting.h"

namespace etalon {

class DrawnGraph {
 public:
  DrawnGraph(Draw& draw, const std::string& name);

  void add_input(const std::string& name, DType type, const Shape& shape);
  void add_output(const std::string& name, DType type, const Shape& shape);
  void add_node(const std::string& op_type, const std::vector<std::string>& inputs,
                const std::string& output);
  // Adds a node of an arithmetic operator that supports both types in all versions.
  void add_arithmetic(const std::string& a, const std::string& b, const std::string& output);
  // Adds a Constant node with random elements.
  void add_constant(const std::string& name, DType type, const Shape& shape);

  const onnx::GraphProto& graph() const { return graph_; }

 private:
  Draw& draw_;
  onnx::GraphProto graph_;
};

// The type of a type variable, drawn from float32 and float64.
DType draw_graph_type(Drafting& call, const std::string& variable);

}  // namespace etalon
