// A random graph in the making, to be an attribute of a drafted call: elementwise nodes on float32
// or float64, which all versions of these nodes take.
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
  // One of the operators that all numbers and all versions have.
  void add_arithmetic(const std::string& a, const std::string& b, const std::string& output);
  // A node that gives random elements.
  void add_constant(const std::string& name, DType type, const Shape& shape);

  const onnx::GraphProto& graph() const { return graph_; }

 private:
  Draw& draw_;
  onnx::GraphProto graph_;
};

// Of a type variable: float32 or float64.
DType draw_graph_type(Drafting& call, const std::string& variable);

}  // namespace etalon
